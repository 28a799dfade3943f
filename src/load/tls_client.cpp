// SPDX-License-Identifier: MIT
#include "load/tls_client.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <array>
#include <tuple>

#include "core/check.h"

namespace sicbo::load {

struct TlsTrust::Context {
    std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> ssl;
};

struct TlsClient::Connection {
    std::unique_ptr<SSL, decltype(&SSL_free)> ssl;
    BIO* in = nullptr;   // from the network; belongs to `ssl`
    BIO* out = nullptr;  // to the network; belongs to `ssl`
};

namespace {

std::string last_tls_error() {
    const char* reason = ERR_reason_error_string(ERR_get_error());
    ERR_clear_error();
    return reason ? reason : "the connection broke";
}

}  // namespace

Result<std::shared_ptr<const TlsTrust>> TlsTrust::open(const std::string& authorities) {
    auto context =
        std::make_shared<Context>(Context{{SSL_CTX_new(TLS_client_method()), SSL_CTX_free}});
    check(context->ssl != nullptr);
    SSL_CTX* ssl = context->ssl.get();
    check(SSL_CTX_set_min_proto_version(ssl, TLS1_2_VERSION) == 1);
    SSL_CTX_set_verify(ssl, SSL_VERIFY_PEER, nullptr);
    const bool loaded = authorities.empty()
                            ? SSL_CTX_set_default_verify_paths(ssl) == 1
                            : SSL_CTX_load_verify_locations(ssl, authorities.c_str(), nullptr) == 1;
    if (!loaded) return failure("has no certificates: " + last_tls_error(), authorities);
    // A certificate in the file is trusted itself, even if it is no authority.
    X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(ssl), X509_V_FLAG_PARTIAL_CHAIN);
    return std::make_shared<const TlsTrust>(std::move(context));
}

TlsClient::TlsClient(std::shared_ptr<const TlsTrust> trust, const std::string& host)
    : trust_(std::move(trust)),
      connection_(new Connection{{SSL_new(trust_->context().ssl.get()), SSL_free},
                                 BIO_new(BIO_s_mem()),
                                 BIO_new(BIO_s_mem())}) {
    SSL* ssl = connection_->ssl.get();
    check(ssl && connection_->in && connection_->out);
    SSL_set_bio(ssl, connection_->in, connection_->out);
    SSL_set_connect_state(ssl);
    check(X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host.c_str()) == 1);
    std::ignore = shake_hands();  // the first message; nothing can be wrong yet
}

TlsClient::~TlsClient() = default;

Result<void> TlsClient::shake_hands() {
    SSL* ssl = connection_->ssl.get();
    if (SSL_is_init_finished(ssl) == 1) return {};
    const int done = SSL_do_handshake(ssl);
    if (done == 1 || SSL_get_error(ssl, done) == SSL_ERROR_WANT_READ) return {};
    const long verdict = SSL_get_verify_result(ssl);
    if (verdict == X509_V_OK) return failure("TLS: " + last_tls_error());
    ERR_clear_error();
    return failure(std::string("the server's certificate is not trusted: ") +
                   X509_verify_cert_error_string(verdict));
}

Result<void> TlsClient::receive(std::string_view bytes, std::string& text) {
    SSL* ssl = connection_->ssl.get();
    const int taken = BIO_write(connection_->in, bytes.data(), static_cast<int>(bytes.size()));
    check(taken == static_cast<int>(bytes.size()));  // it grows as needed
    if (auto done = shake_hands(); !done) return done;
    if (SSL_is_init_finished(ssl) != 1) return {};
    std::array<char, 16'384> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    std::size_t got = 0;
    while (SSL_read_ex(ssl, buffer.data(), buffer.size(), &got) == 1) {
        text.append(buffer.data(), got);
    }
    const int why = SSL_get_error(ssl, 0);
    if (why == SSL_ERROR_WANT_READ || why == SSL_ERROR_ZERO_RETURN) return {};
    return failure("TLS: " + last_tls_error());
}

bool TlsClient::send(std::string_view text) {
    SSL* ssl = connection_->ssl.get();
    if (SSL_is_init_finished(ssl) != 1) return false;
    if (text.empty()) return true;
    std::size_t written = 0;
    const bool is_taken = SSL_write_ex(ssl, text.data(), text.size(), &written) == 1;
    check(!is_taken || written == text.size());
    return is_taken;
}

std::string TlsClient::take_output() {
    std::string output(BIO_ctrl_pending(connection_->out), '\0');
    if (output.empty()) return output;
    const int got = BIO_read(connection_->out, output.data(), static_cast<int>(output.size()));
    check(got == static_cast<int>(output.size()));
    return output;
}

}  // namespace sicbo::load
