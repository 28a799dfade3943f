// SPDX-License-Identifier: MIT
// The stream of a table's dice, where the operator has configured one. It only shows: the result
// comes from the table.
import { useState } from "preact/hooks";
import { texts } from "./words";

const t = texts({
  video: ["Live picture of the dice", "骰子实时画面"],
});

const is_picture = (address: string): boolean => /\.(mjpe?g|jpe?g)(\?|$)/.test(address);

// Nothing is shown without an address, nor if the stream can't be loaded.
export function Video({ address }: { address: string | null | undefined }) {
  const [failed, set_failed] = useState("");
  if (!address || failed === address) return null;
  const fail = () => set_failed(address);
  return is_picture(address) ? (
    <img class="video" src={address} alt={t("video")} data-video="picture" onError={fail} />
  ) : (
    <video
      class="video"
      src={address}
      aria-label={t("video")}
      data-video="stream"
      autoplay
      muted
      loop
      playsInline
      onError={fail}
    />
  );
}
