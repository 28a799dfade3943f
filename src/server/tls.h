// SPDX-License-Identifier: MIT
// TLS over TCP as a Transport, and certificates. OpenSSL and Asio's TLS stay in tls.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/result.h"

namespace sicbo::server {

// A certificate, its private key and what is spoken: TLS 1.3, and TLS 1.2 with forward secrecy and
// authenticated encryption (AEAD). No renegotiation, no compression.
struct TlsContext;

// Reads PEM files. Fails if they cannot be read or do not belong together. With
// `client_authorities`, clients are asked for a certificate: one that none of these authorities has
// signed ends the handshake; a client without any is let in, and the caller decides what it may do.
Result<std::shared_ptr<TlsContext>> open_tls(const std::string& certificate, const std::string& key,
                                             const std::string& client_authorities = {});

// When the certificate in use expires, in seconds since 1970.
std::int64_t expires_at(const TlsContext& context);

// Both texts in PEM form.
struct SelfSignedCertificate {
    std::string certificate;
    std::string key;
};

// Makes a new key and a self-signed certificate for the host and for this machine's own names,
// valid for one year. For demonstrations: browsers warn about it.
Result<SelfSignedCertificate> make_certificate(const std::string& host);

}  // namespace sicbo::server
