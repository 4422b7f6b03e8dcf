import { say } from '../language/say.ts'

const two = (part: number) => String(part).padStart(2, '0')

/** 2 d 03:05:09 left, and "over" when there is none. */
export function timeLeft(ms: number): string {
  if (ms <= 0) return say('over ## time that has run out')
  const seconds = Math.floor(ms / 1_000)
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24]
  const clock = [hours, Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
  return days > 0 ? say('{days} d {clock} left ## d: days', { days, clock }) : say('{clock} left', { clock })
}
