// SPDX-License-Identifier: MIT
#include <hpdf.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <numbers>
#include <optional>

#include "core/check.h"
#include "core/text.h"
#include "device/drawing.h"

namespace sicbo::device {
namespace {

constexpr double points_per_millimetre = 72 / 25.4;
// Its glyphs are all outlines of their own: libharu embeds no parts of composite glyphs, and such
// characters stay white.
constexpr const char* wide_font_path = "/usr/share/fonts/truetype/arphic-gbsn00lp/gbsn00lp.ttf";

float points(double millimetres) { return static_cast<float>(millimetres * points_per_millimetre); }

// The library calls it from C, so it must not throw: the error is kept by the document and asked
// for at the end.
void ignore_error(HPDF_STATUS, HPDF_STATUS, void*) noexcept {}

bool is_ascii(char one) { return static_cast<unsigned char>(one) < 0x80; }

// A part of a text that is set in one font.
struct Part {
    std::string text;
    HPDF_Font font = nullptr;
};

class PdfWriter {
public:
    PdfWriter() : document_(HPDF_New(&ignore_error, nullptr), &HPDF_Free) {
        check(document_ != nullptr);
        HPDF_UseUTFEncodings(pdf());
        HPDF_SetCompressionMode(pdf(), HPDF_COMP_ALL);
        HPDF_SetInfoAttr(pdf(), HPDF_INFO_PRODUCER, "sicbo");
        regular_ = HPDF_GetFont(pdf(), "Helvetica", "WinAnsiEncoding");
        bold_ = HPDF_GetFont(pdf(), "Helvetica-Bold", "WinAnsiEncoding");
        fixed_ = HPDF_GetFont(pdf(), "Courier-Bold", "WinAnsiEncoding");
    }

    Result<void> add(const Drawing& drawing) {
        check(drawing.width > 0 && drawing.height > 0);
        page_ = HPDF_AddPage(pdf());
        height_ = drawing.height;
        HPDF_Page_SetWidth(page_, points(drawing.width));
        HPDF_Page_SetHeight(page_, points(drawing.height));
        for (const TextRun& run : drawing.background) {
            if (auto done = add(run); !done) return done;
        }
        for (const Box& box : drawing.boxes) {
            set_grey(box.grey);
            HPDF_Page_Rectangle(page_, points(box.x), points(height_ - box.y - box.height),
                                points(box.width), points(box.height));
            HPDF_Page_Fill(page_);
        }
        for (const TextRun& run : drawing.texts) {
            if (auto done = add(run); !done) return done;
        }
        return {};
    }

    Result<std::string> bytes() {
        HPDF_SaveToStream(pdf());
        if (const HPDF_STATUS error = HPDF_GetError(pdf())) {
            return failure("the PDF can't be made: error " + std::to_string(error) + " of libharu");
        }
        std::string all(HPDF_GetStreamSize(pdf()), '\0');
        auto size = static_cast<HPDF_UINT32>(all.size());
        HPDF_ReadFromStream(pdf(), reinterpret_cast<HPDF_BYTE*>(all.data()), &size);
        all.resize(size);
        check(all.starts_with("%PDF-"));
        return all;
    }

private:
    HPDF_Doc pdf() const { return document_.get(); }

    void set_grey(double grey) { HPDF_Page_SetGrayFill(page_, static_cast<float>(grey)); }

    HPDF_Font narrow_font(Font font) const {
        switch (font) {
            case Font::regular: return regular_;
            case Font::bold: return bold_;
            case Font::fixed: return fixed_;
        }
        unreachable();
    }

    // The font for what is not ASCII; loaded when it is first used.
    Result<HPDF_Font> wide_font() {
        if (wide_) return wide_;
        if (!std::filesystem::exists(wide_font_path)) {
            return failure("this font is missing; install the package fonts-arphic-gbsn00lp",
                           wide_font_path);
        }
        const char* name = HPDF_LoadTTFontFromFile(pdf(), wide_font_path, HPDF_TRUE);
        if (name) wide_ = HPDF_GetFont(pdf(), name, "UTF-8");
        if (!wide_) return failure("this font can't be read", wide_font_path);
        return wide_;
    }

    Result<std::vector<Part>> split(const TextRun& run) {
        std::vector<Part> parts;
        for (const char one : run.text) {
            const bool wide = !is_ascii(one);
            HPDF_Font font = narrow_font(run.font);
            if (wide) {
                const Result<HPDF_Font> loaded = wide_font();
                if (!loaded) return std::unexpected(loaded.error());
                font = *loaded;
            }
            if (parts.empty() || parts.back().font != font) parts.push_back({{}, font});
            parts.back().text += one;
        }
        return parts;
    }

    double width_of(const std::vector<Part>& parts, float size) {
        double width = 0;
        for (const Part& part : parts) {
            HPDF_Page_SetFontAndSize(page_, part.font, size);
            width += static_cast<double>(HPDF_Page_TextWidth(page_, part.text.c_str()));
        }
        return width;
    }

    Result<void> add(const TextRun& run) {
        const Result<std::vector<Part>> parts = split(run);
        if (!parts) return std::unexpected(parts.error());
        const float size = points(run.size);
        const double width = width_of(*parts, size);
        double offset = 0;
        if (run.anchor == Anchor::middle) offset = -width / 2;
        if (run.anchor == Anchor::end) offset = -width;
        const double angle = run.rotation * std::numbers::pi / 180;
        const auto cosine = static_cast<float>(std::cos(angle));
        const auto sine = static_cast<float>(std::sin(angle));
        const auto x = static_cast<float>(run.x * points_per_millimetre + offset * std::cos(angle));
        const auto y = static_cast<float>((height_ - run.y) * points_per_millimetre +
                                          offset * std::sin(angle));
        set_grey(run.grey);
        HPDF_Page_BeginText(page_);
        HPDF_Page_SetTextMatrix(page_, cosine, sine, -sine, cosine, x, y);
        for (const Part& part : *parts) {
            HPDF_Page_SetFontAndSize(page_, part.font, size);
            HPDF_Page_ShowText(page_, part.text.c_str());
        }
        HPDF_Page_EndText(page_);
        return {};
    }

    std::unique_ptr<std::remove_pointer_t<HPDF_Doc>, decltype(&HPDF_Free)> document_;
    HPDF_Page page_ = nullptr;
    double height_ = 0;
    HPDF_Font regular_ = nullptr;
    HPDF_Font bold_ = nullptr;
    HPDF_Font fixed_ = nullptr;
    HPDF_Font wide_ = nullptr;
};

}  // namespace

Result<std::string> to_pdf(std::span<const Drawing> pages) {
    check(!pages.empty());
    PdfWriter writer;
    for (const Drawing& page : pages) {
        if (auto done = writer.add(page); !done) return std::unexpected(done.error());
    }
    return writer.bytes();
}

}  // namespace sicbo::device
