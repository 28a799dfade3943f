// TLS in front of the same connections: in a translation unit of its own.
#pragma once

#include <memory>
#include <string>

#include "core/result.h"

namespace sicbo::server {

struct Tls;  // a certificate, its key, and what is spoken: TLS 1.2 and above

// From files in PEM form.
Result<std::shared_ptr<Tls>> open_tls(const std::string& certificate, const std::string& key);

// A certificate that nobody has signed but itself, for a demonstration: for this host name and for
// the machine itself, a year long. Both texts in PEM form.
struct OwnCertificate {
    std::string certificate;
    std::string key;
};
Result<OwnCertificate> make_certificate(const std::string& host);

}  // namespace sicbo::server
