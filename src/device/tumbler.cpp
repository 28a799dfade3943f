// SPDX-License-Identifier: MIT
#include "device/tumbler.h"

#include "device/message_line.h"

namespace sicbo::device {

std::string write_line(const ToTumbler& message) { return write_message(message); }
std::string write_line(const FromTumbler& message) { return write_message(message); }

Result<ToTumbler> read_to_tumbler(std::string_view line) { return read_message<ToTumbler>(line); }
Result<FromTumbler> read_from_tumbler(std::string_view line) {
    return read_message<FromTumbler>(line);
}

std::string signed_part(const Reading& reading, TableId table) {
    std::string dice;
    for (const std::uint8_t die : reading.dice.dice()) dice += static_cast<char>(die);
    return "sicbo-result-v1" + as_bytes(table.number) + as_bytes(reading.round) +
           as_bytes(reading.close_hash) + as_bytes(reading.counter) + dice +
           as_bytes(reading.tumbles) + static_cast<char>(reading.flat);
}

}  // namespace sicbo::device
