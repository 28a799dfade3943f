// SPDX-License-Identifier: MIT
#include "scenario/scenario.h"

#include "core/text.h"
#include "scenario/runner.h"

namespace sicbo::scenario {

Result<Playthrough> play(std::string_view text, Until until, Journal* journal) {
    text = without_byte_order_mark(text);
    if (!is_utf8(text)) return failure("not UTF-8", "1");
    Runner runner(journal);
    return runner.play(split_lines(text), until);
}

}  // namespace sicbo::scenario
