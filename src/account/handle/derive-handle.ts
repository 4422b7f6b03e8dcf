import type { Ctx } from '../../context.ts'
import { handleFrom, longestHandle } from '../../lib/account/handle.ts'
import { isHandle, isHandleFree } from './handle.ts'

const nameless = 'listener'
// After these come random digits: however many people share a name, each gets a handle after a few
// reads.
const counted = ['', '-2', '-3', '-4', '-5', '-6', '-7', '-8', '-9'] as const
const drawnDigits = [4, 4, 6, 8, 12, 12] as const

/**
 * Returns a free handle that resembles a name: plain letters, with a number when it is taken
 * (rule: listener-sign-up). Called in the transaction that takes it.
 */
export function deriveHandle(ctx: Ctx, name: string): string {
  const written = handleFrom(name)
  const stem = isHandle(written) ? written : nameless
  const drawn = drawnDigits.map((digits) => () => `-${draw(ctx, digits)}`)
  for (const end of [...counted.map((each) => () => each), ...drawn]) {
    const handle = withEnd(stem, end())
    if (isHandle(handle) && isHandleFree(ctx, handle)) return handle
  }
  throw new Error('No free handle was drawn.')
}

const withEnd = (stem: string, end: string): string =>
  stem.slice(0, longestHandle - end.length).replace(/-+$/, '') + end

const draw = (ctx: Ctx, digits: number): string => Array.from(ctx.random(digits), (byte) => String(byte % 10)).join('')
