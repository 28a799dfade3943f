// SPDX-License-Identifier: MIT
#include "device/barcode.h"

#include <zint.h>

#include <algorithm>
#include <memory>

#include "core/check.h"
#include "core/text.h"

namespace sicbo::device {

std::vector<bool> interleaved_2_of_5(std::string_view digits) {
    constexpr std::size_t digits_max = 30;
    check(!digits.empty() && digits.size() % 2 == 0 && digits.size() <= digits_max);
    check(std::ranges::all_of(digits, is_digit));
    const std::unique_ptr<zint_symbol, decltype(&ZBarcode_Delete)> symbol(ZBarcode_Create(),
                                                                          &ZBarcode_Delete);
    check(symbol != nullptr);
    symbol->symbology = BARCODE_C25INTER;
    const auto* text = reinterpret_cast<const unsigned char*>(digits.data());
    const int error = ZBarcode_Encode(symbol.get(), text, static_cast<int>(digits.size()));
    check(error == 0 && symbol->rows == 1 && symbol->width > 0);
    std::vector<bool> bars;
    for (int i = 0; i < symbol->width; ++i) {
        bars.push_back((symbol->encoded_data[0][i / 8] >> (i % 8) & 1) != 0);
    }
    check(bars.front() && bars.back());  // it begins and ends with a bar
    return bars;
}

}  // namespace sicbo::device
