import { afterEach, expect, test } from 'bun:test'
import { endFade, fade } from '../../../public/player/fade.ts'
import { access, duration, volume } from '../../../public/player/state.ts'
import { waitUntil } from '../../support/room/count.ts'

/** A sound that runs on a little whenever it is looked at, and notes each change of its volume. */
function running(fromSec: number) {
  const levels: number[] = []
  let atSec = fromSec - 0.04
  return {
    levels,
    paused: false,
    get currentTime() {
      atSec = Math.min(duration.value, atSec + 0.04)
      return atSec
    },
    get volume() {
      return levels.at(-1) ?? 1
    },
    set volume(level: number) {
      levels.push(level)
    },
  }
}

afterEach(() => {
  endFade()
  access.value = 'hook'
  duration.value = 0
  volume.value = 1
})

test('a preview gets louder at its start and fades at its end, and in between nothing runs', async () => {
  duration.value = 20
  volume.value = 0.5
  const start = running(0)
  fade(start)
  expect(start.volume).toBeLessThan(0.1)
  await waitUntil(() => start.volume === 0.5)
  expect(start.levels).toEqual(start.levels.toSorted((one, other) => one - other))
  const { length } = start.levels
  await Bun.sleep(200)
  expect(start.levels).toHaveLength(length)

  // The report before the end begins: a fade that waited for the next one would be heard as a step.
  const end = running(20 - 1)
  fade(end)
  expect(end.volume).toBe(0.5)
  await waitUntil(() => end.volume === 0)
  expect(end.levels.length).toBeGreaterThan(6)
  expect(end.levels).toEqual(end.levels.toSorted((one, other) => other - one))
})

test('a whole track is as loud at its ends as in between, and a paused one has no steps', async () => {
  access.value = 'full'
  duration.value = 20
  const whole = running(19.5)
  fade(whole)
  await Bun.sleep(150)
  expect(whole.levels).toEqual([])
  access.value = 'hook'
  const paused = { ...running(0), currentTime: 19.5, paused: true, volume: 1 }
  fade(paused)
  const { volume: level } = paused
  expect(level).toBeCloseTo(0.5 / 0.9, 5)
  paused.currentTime = 19.9
  await Bun.sleep(150)
  expect(paused.volume).toBe(level)
})
