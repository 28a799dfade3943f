// SPDX-License-Identifier: MIT
#include "server/tls.h"

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <ctime>
#include <vector>

#include "core/check.h"
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

}  // namespace

Result<std::shared_ptr<TlsContext>> open_tls(const std::string& certificate,
                                             const std::string& key) {
    auto tls = std::make_shared<TlsContext>();
    ErrorCode error;
    tls->context.set_options(ssl::context::default_workarounds | ssl::context::no_sslv2 |
                                 ssl::context::no_sslv3 | ssl::context::no_tlsv1 |
                                 ssl::context::no_tlsv1_1,
                             error);
    tls->context.use_certificate_chain_file(certificate, error);
    if (error) return failure("is no certificate: " + error.message(), certificate);
    tls->context.use_private_key_file(key, ssl::context::pem, error);
    if (error) return failure("is not the certificate's key: " + error.message(), key);
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
