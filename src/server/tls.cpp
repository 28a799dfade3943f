// SPDX-License-Identifier: MIT
#include "server/tls.h"

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <ctime>
#include <vector>

#include "core/check.h"
#include "core/hash.h"
#include "server/tls_transport.h"

namespace sicbo::server {

namespace ssl = boost::asio::ssl;

struct TlsContext {
    ssl::context context{ssl::context::tls_server};
};

namespace {

class TlsTransport : public Transport {
public:
    TlsTransport(StreamSocket tcp, std::shared_ptr<TlsContext> tls)
        : Transport(std::move(tcp)), tls_(std::move(tls)), stream_(socket(), tls_->context) {}

    void async_handshake(Completion completion) override {
        stream_.async_handshake(ssl::stream_base::server,
                                [completion = std::move(completion)](ErrorCode error) mutable {
                                    completion(error, 0);
                                });
    }

    bool is_encrypted() const override { return true; }

    std::string peer_certificate() override {
        SSL* connection = stream_.native_handle();
        const std::unique_ptr<X509, decltype(&X509_free)> certificate(
            SSL_get1_peer_certificate(connection), X509_free);
        if (!certificate || SSL_get_verify_result(connection) != X509_V_OK) return {};
        Hash fingerprint;
        unsigned int size = 0;
        check(X509_digest(certificate.get(), EVP_sha256(), fingerprint.bytes.data(), &size) == 1);
        check(size == fingerprint.bytes.size());
        return to_text(fingerprint);
    }

    void async_read_some(boost::asio::mutable_buffer buffer, Completion completion) override {
        stream_.async_read_some(buffer, std::move(completion));
    }

    // Several buffers are copied together, since each call of OpenSSL makes a record of its own.
    void async_write_some(const WriteBuffers& buffers, Completion completion) override {
        if (buffers[1].size() == 0) {
            return stream_.async_write_some(buffers[0], std::move(completion));
        }
        const std::size_t size = std::min(boost::asio::buffer_size(buffers), joined_max);
        joined_.resize(size);
        boost::asio::buffer_copy(boost::asio::buffer(joined_), buffers);
        stream_.async_write_some(boost::asio::const_buffer(joined_.data(), size),
                                 std::move(completion));
    }

    void async_shutdown(Completion completion) override {
        stream_.async_shutdown([this, completion = std::move(completion)](ErrorCode) mutable {
            async_shutdown_socket(std::move(completion));
        });
    }

private:
    static constexpr std::size_t joined_max = 64 << 10;

    std::shared_ptr<TlsContext> tls_;
    ssl::stream<StreamSocket&> stream_;
    std::vector<char> joined_;  // being written
};

// TLS 1.2 with ephemeral keys and AEAD ciphers, and TLS 1.3.
bool restrict_protocol(SSL_CTX* context) {
    constexpr const char* ciphers =
        "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:"
        "ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305:"
        "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256";
    constexpr const char* groups = "X25519:P-256:P-384";
    SSL_CTX_set_options(
        context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
           SSL_CTX_set_cipher_list(context, ciphers) == 1 &&
           SSL_CTX_set1_groups_list(context, groups) == 1;
}

}  // namespace

Result<std::shared_ptr<TlsContext>> open_tls(const std::string& certificate, const std::string& key,
                                             const std::string& client_authorities) {
    auto tls = std::make_shared<TlsContext>();
    ErrorCode error;
    if (!restrict_protocol(tls->context.native_handle())) {
        return failure("this OpenSSL has none of the ciphers that the server speaks");
    }
    tls->context.use_certificate_chain_file(certificate, error);
    if (error) return failure("is no certificate: " + error.message(), certificate);
    tls->context.use_private_key_file(key, ssl::context::pem, error);
    if (error) return failure("is not the certificate's key: " + error.message(), key);
    if (client_authorities.empty()) return tls;
    tls->context.load_verify_file(client_authorities, error);
    if (error) return failure("has no certificates: " + error.message(), client_authorities);
    SSL_CTX* context = tls->context.native_handle();
    SSL_CTX_set_client_CA_list(context, SSL_load_client_CA_file(client_authorities.c_str()));
    constexpr std::string_view sessions_of =
        "sicbo";  // sessions are resumed with their certificate
    SSL_CTX_set_session_id_context(
        context, reinterpret_cast<const unsigned char*>(sessions_of.data()), sessions_of.size());
    tls->context.set_verify_mode(ssl::verify_peer, error);
    return tls;
}

std::int64_t expires_at(const TlsContext& context) {
    // OpenSSL does not change the context here, although its function takes one that it could.
    const X509* certificate =
        SSL_CTX_get0_certificate(const_cast<TlsContext&>(context).context.native_handle());
    check(certificate != nullptr);
    std::tm time = {};
    check(ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &time) == 1);
    return timegm(&time);
}

std::unique_ptr<Transport> make_tls_transport(StreamSocket socket,
                                              std::shared_ptr<TlsContext> context) {
    return std::make_unique<TlsTransport>(std::move(socket), std::move(context));
}

}  // namespace sicbo::server
