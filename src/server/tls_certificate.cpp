// SPDX-License-Identifier: MIT
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <memory>

#include "server/tls.h"

namespace sicbo::server {
namespace {

// OpenSSL frees each of its types with a function of its own.
template <auto free>
struct Free {
    template <class T>
    void operator()(T* made) const {
        free(made);
    }
};
using KeyPointer = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;
using CertificatePointer = std::unique_ptr<X509, Free<X509_free>>;
using BioPointer = std::unique_ptr<BIO, Free<BIO_free_all>>;

std::string text_in(BIO* bio) {
    const char* data = nullptr;
    const long size = BIO_get_mem_data(bio, const_cast<char**>(&data));
    return {data, static_cast<std::size_t>(size)};
}

bool add_extension(X509* certificate, int what, const std::string& value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
    const std::unique_ptr<X509_EXTENSION, Free<X509_EXTENSION_free>> extension(
        X509V3_EXT_conf_nid(nullptr, &context, what, value.c_str()));
    return extension && X509_add_ext(certificate, extension.get(), -1) == 1;
}

}  // namespace

Result<SelfSignedCertificate> make_certificate(const std::string& host) {
    const auto wrong = [] { return failure("a certificate could not be made"); };
    const KeyPointer key(EVP_EC_gen("P-256"));
    const CertificatePointer certificate(X509_new());
    if (!key || !certificate) return wrong();
    X509* one = certificate.get();
    X509_set_version(one, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(one), 1);
    constexpr long year = 31'536'000;
    constexpr long hour = 3'600;
    X509_gmtime_adj(X509_getm_notBefore(one), -hour);
    X509_gmtime_adj(X509_getm_notAfter(one), year);
    X509_set_pubkey(one, key.get());
    const std::string name = "sicbo demonstration";
    X509_NAME_add_entry_by_txt(X509_get_subject_name(one), "CN", MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char*>(name.data()),
                               static_cast<int>(name.size()), -1, 0);
    X509_set_issuer_name(one, X509_get_subject_name(one));
    const bool address = host.find_first_not_of("0123456789.:abcdef") == std::string::npos;
    std::string names = "DNS:localhost,IP:127.0.0.1,IP:::1";
    if (host != "127.0.0.1" && host != "::1") names += (address ? ",IP:" : ",DNS:") + host;
    if (!add_extension(one, NID_subject_alt_name, names) ||
        !add_extension(one, NID_basic_constraints, "critical,CA:FALSE") ||
        X509_sign(one, key.get(), EVP_sha256()) == 0) {
        return wrong();
    }
    const BioPointer certificate_text(BIO_new(BIO_s_mem()));
    const BioPointer key_text(BIO_new(BIO_s_mem()));
    if (PEM_write_bio_X509(certificate_text.get(), one) != 1 ||
        PEM_write_bio_PrivateKey(key_text.get(), key.get(), nullptr, nullptr, 0, nullptr,
                                 nullptr) != 1) {
        return wrong();
    }
    return SelfSignedCertificate{text_in(certificate_text.get()), text_in(key_text.get())};
}

}  // namespace sicbo::server
