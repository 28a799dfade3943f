// SPDX-License-Identifier: MIT
// Sounds, synthesised from tones and noise; off until a person turns them on.
import { signal } from "@preact/signals";

export const volumes = ["off", "low", "medium", "high"] as const;
export type Volume = (typeof volumes)[number];
const gains: Record<Volume, number> = { off: 0, low: 0.35, medium: 1, high: 2.2 };

// From the store, which may hold anything; "on" is what earlier versions stored.
export function read_volume(text: string | null): Volume {
  if (text === "on") return "medium";
  return volumes.find((one) => one === text) ?? "off";
}
export const next_volume = (now: Volume): Volume =>
  volumes[(volumes.indexOf(now) + 1) % volumes.length]!;

export const volume = signal<Volume>(
  read_volume(typeof localStorage !== "undefined" ? localStorage.getItem("sound") : null),
);
let context: AudioContext | null = null;
let output: GainNode | null = null;

// Goes to the next volume, and lets it be heard.
export function switch_sound(): void {
  volume.value = next_volume(volume.value);
  localStorage.setItem("sound", volume.value);
  play("chip");
}

export type Sound = "land" | "chip" | "refused" | "open" | "closed" | "win" | "tumble" | "tick";

// Plays a sound, if sound is on.
export function play(sound: Sound): void {
  if (volume.value === "off") return;
  context ??= new AudioContext();
  if (!output) {
    output = new GainNode(context);
    output.connect(context.destination);
  }
  output.gain.value = gains[volume.value];
  const at = context.currentTime;
  switch (sound) {
    case "chip":
      return noise(at, 0.05, 0.25, 3_200);
    case "refused":
      return tone(at, 180, 0.18, 0.12, "square");
    case "open":
      return [520, 660].forEach((pitch, i) => tone(at + i * 0.12, pitch, 0.2, 0.12, "sine"));
    case "closed":
      return tone(at, 392, 0.5, 0.15, "triangle");
    case "win":
      return [523, 659, 784, 1047].forEach((pitch, i) =>
        tone(at + i * 0.11, pitch, 0.3, 0.14, "sine"),
      );
    case "tumble":
      return Array.from({ length: 9 }, (_, i) => i).forEach((i) =>
        noise(at + i * 0.09, 0.05, 0.2, 1_400 + (i % 3) * 500),
      );
    case "land":
      return [0, 0.07, 0.16].forEach((later, i) => noise(at + later, 0.09, 0.4, 700 + i * 160));
    case "tick":
      return tone(at, 980, 0.05, 0.05, "sine");
  }
}

function tone(
  at: number,
  pitch: number,
  length: number,
  volume: number,
  type: OscillatorType,
): void {
  const source = new OscillatorNode(context!, { frequency: pitch, type });
  const gain = new GainNode(context!, { gain: 0 });
  gain.gain.linearRampToValueAtTime(volume, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(output!);
  source.start(at);
  source.stop(at + length);
}

function noise(at: number, length: number, volume: number, pitch: number): void {
  const samples = Math.ceil(context!.sampleRate * length);
  const buffer = context!.createBuffer(1, samples, context!.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; ++i) data[i] = (Math.random() * 2 - 1) * (1 - i / samples);
  const source = new AudioBufferSourceNode(context!, { buffer });
  const filter = new BiquadFilterNode(context!, { type: "bandpass", frequency: pitch, Q: 1.5 });
  source
    .connect(filter)
    .connect(new GainNode(context!, { gain: volume }))
    .connect(output!);
  source.start(at);
}
