// SPDX-License-Identifier: MIT
// The texts about dice that were seen in part, and the checklist of the opening inspection, in both
// languages (words.ts has the others).
import type { Text } from "../shared/words";

export const certify_words = {
  seen_in_part: [
    "Only in part, or the dice were moved or damaged",
    "仅部分看见，或骰子被移动或损坏",
  ],
  seen_in_part_about: [
    "Each die on its own, and how the dice were found",
    "逐粒说明，并说明骰子现状",
  ],
  die_number: ["Die {0}", "第{0}粒骰子"],
  sight_flat: ["seen flat", "看见平放"],
  "sight_not-flat": ["seen leaning", "看见倾斜"],
  "sight_not-seen": ["not seen", "未看见"],
  face_of: ["Value of die {0}", "第{0}粒骰子点数"],
  face_unknown: ["not known", "不详"],
  seen_by: ["Seen by", "看见者"],
  found_how: ["The dice were found", "骰子现状"],
  finding_undisturbed: ["as they had come to rest", "保持静止时原状"],
  finding_disturbed: ["moved since", "已被移动"],
  finding_damaged: ["damaged", "已损坏"],
  finding_broken: ["under a broken dome or cover", "罩或盖已破损"],
  then_referred: ["The shift manager decides about the whole round", "由值班经理裁决整局"],
  certify_refused: ["This can't be certified: {0}", "无法证明：{0}"],
  conclude_about: [
    "Only dice that the two people have established, such as by camera",
    "仅限两人已查实的骰子，例如经录像确认",
  ],
  checklist_about: ["Tick what you have seen at the table.", "请勾选您在赌桌上亲眼确认的项目。"],
  "check_drop-box-placed": ["Drop box in its place", "投币箱在位"],
  "check_tip-box-placed": ["Tip box in its place", "小费箱在位"],
  "check_odds-posted": ["Odds on the layout, or the sign posted", "台面印有赔率或已张贴告示"],
  "check_compartment-transparent": ["Compartment of the dice transparent", "骰子室透明"],
  "check_cover-opaque": ["Cover opaque", "盖子不透明"],
  "check_shaker-secured": ["Shaker sealed or locked", "摇骰器已封或已锁"],
  "check_layout-named": ["Name or logo on the layout", "台面有赌场名称或标志"],
  "check_shaker-named": ["Name or logo on the shaker", "摇骰器有赌场名称或标志"],
  cover_on: ["Cover on: {0}", "盖好后：{0}"],
  take_back_written: ["{0}: take back {1}", "{0}：取回{1}"],
} satisfies Record<string, Text>;
