import { createRandom, type Random, seedOf } from '../random.ts'
import { type Echo, echo } from '../synth/echo.ts'
import { gainTo } from '../synth/loudness.ts'
import { type Room, reverberate } from '../synth/reverb.ts'
import { clear, createBus, mix, type Stereo } from '../synth/stereo.ts'
import { type Bar, type Form, type Layout, layOut } from './form.ts'
import { composeLine, type Note, type Singer } from './phrase.ts'

/** A song laid out in time, with each player's own dice. */
export type Studio<Layer extends string> = Layout<Layer> & {
  readonly dice: (name: string) => Random
  readonly barsOf: (layer: Layer) => readonly Bar<Layer>[]
}

export function openStudio<Layer extends string>(song: Form<Layer>): Studio<Layer> {
  const layout = layOut(song)
  return {
    ...layout,
    dice: (name) => createRandom(seedOf(song.seed, name)),
    barsOf: (layer) => layout.bars.filter((bar) => bar.plays(layer)),
  }
}

/** A layer's melody by parts: one that comes again continues over the bars it has then. */
export function singParts<Layer extends string>(
  studio: Studio<Layer>,
  song: Form<Layer> & { readonly singer: Singer },
  layer: Layer,
): { note: Note; bar: Bar<Layer> }[] {
  return Object.keys(song.parts).flatMap((part) => {
    const bars = studio.barsOf(layer).filter((bar) => bar.part === part)
    return composeLine(studio.dice(`${layer} ${part}`), bars, studio.scale, song.singer).flatMap((note) => {
      const bar = bars[note.bar]
      return bar === undefined ? [] : [{ note, bar }]
    })
  })
}

/** One strip of the desk: who plays on its bus, its level, and how much goes to room and echo. */
export type Channel = {
  readonly play: (bus: Stereo) => void
  readonly lufs: number
  readonly room?: number
  readonly echo?: number
}

/** The effects that the mixer sends to, and their return levels. */
export type Returns = {
  readonly room: Room & { readonly lufs: number; readonly lateSec: number }
  readonly echo?: Echo & { readonly lufs: number }
}

const ECHO_TO_ROOM = 0.4

/** Plays the channels in turn, on a bus that is wiped in between, and mixes them. */
export function mixDown(seconds: number, channels: readonly Channel[], returns: Returns): Stereo {
  const [dry, toRoom, toEcho, bus] = [createBus(seconds), createBus(seconds), createBus(seconds), createBus(seconds)]
  for (const { play, lufs, room = 0, echo: sent = 0 } of channels) {
    clear(bus)
    play(bus)
    const gain = gainTo(bus, lufs)
    if (gain === 0) continue
    mix(dry, bus, gain)
    if (room > 0) mix(toRoom, bus, gain * room)
    if (sent > 0) mix(toEcho, bus, gain * sent)
  }
  if (returns.echo) {
    echo(toEcho, returns.echo)
    const gain = gainTo(toEcho, returns.echo.lufs)
    mix(dry, toEcho, gain)
    mix(toRoom, toEcho, gain * ECHO_TO_ROOM)
  }
  reverberate(toRoom, returns.room)
  mix(dry, toRoom, gainTo(toRoom, returns.room.lufs), returns.room.lateSec)
  return dry
}
