// SPDX-License-Identifier: MIT
#include "core/csv.h"

#include "core/text.h"

namespace sicbo {
namespace {

// Walks over the text once; at() is a NUL past the end, which a field can't hold.
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    Result<std::vector<CsvRow>> rows() {
        std::vector<CsvRow> rows;
        while (!done()) {
            CsvRow row{line_, {}};
            for (bool more = true; more;) {
                Result<std::string> field = at() == '"' ? quoted() : plain();
                if (!field) return std::unexpected(field.error());
                row.fields.push_back(*std::move(field));
                more = at() == ',';
                if (more) ++next_;
            }
            if (!done() && !line_break()) return wrong("text after a closing quote");
            rows.push_back(std::move(row));
        }
        return rows;
    }

private:
    bool done() const { return next_ == text_.size(); }
    char at() const { return done() ? '\0' : text_[next_]; }
    std::unexpected<Error> wrong(std::string what) const {
        return failure(std::move(what), std::to_string(line_));
    }

    bool line_break() {
        if (text_.substr(next_).starts_with("\r\n")) ++next_;
        if (at() != '\n') return false;
        ++next_;
        ++line_;
        return true;
    }

    Result<std::string> plain() {
        std::string field;
        while (!done() && at() != ',' && at() != '\n' && !text_.substr(next_).starts_with("\r\n")) {
            if (at() == '"') return wrong("a quote inside a field that is not in quotes");
            if (at() == '\r') return wrong("a carriage return that ends no line");
            field += text_[next_++];
        }
        return field;
    }

    Result<std::string> quoted() {
        const int opened = line_;
        std::string field;
        for (++next_; !done(); ++next_) {
            if (at() == '"') {
                ++next_;
                if (at() != '"') return field;
            }
            if (at() == '\n') ++line_;
            field += at();
        }
        return failure("a quote that is never closed", std::to_string(opened));
    }

    std::string_view text_;
    std::size_t next_ = 0;
    int line_ = 1;
};

}  // namespace

Result<std::vector<CsvRow>> parse_csv(std::string_view text) {
    auto rows = Reader(without_byte_order_mark(text)).rows();
    if (!rows) return rows;
    for (const CsvRow& row : *rows) {
        for (const std::string& field : row.fields) {
            if (field.find('\0') == std::string::npos && is_utf8(field)) continue;
            return failure("bytes that are not text in UTF-8", std::to_string(row.line));
        }
    }
    return rows;
}

std::string csv_field(std::string_view field) {
    if (field.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(field);
    std::string quoted = "\"";
    for (const char c : field) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

}  // namespace sicbo
