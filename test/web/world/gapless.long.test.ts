import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserTest, openPage, useBrowser } from '../../support/browser.ts'
import { startServer } from '../../support/server.ts'
import { playing, ranPast, seek } from '../../support/web/deck.ts'
import { addPieces, cutInto, gapsIn, type Joined, rate, record, recording, seamsOf } from '../../support/web/seams.ts'
import { cast } from '../../support/world.ts'

useBrowser()

/** A codec may change a sound so much, at both sides of a seam alike. */
const leastLikeness = 0.97
const mostGapMs = 5

/** Opens a tape of these pieces for its artist, who hears it whole, and records it. */
async function tapeOf(pieces: readonly Float32Array<ArrayBuffer>[], formats: readonly Joined[]) {
  const svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  for (const [from, format] of formats.entries()) {
    await addPieces(svc.ctx, nova.cassetId, pieces.slice(from, from + 1), format, { from })
  }
  const open = await openPage(svc, '/@nova', { as: nova, bypassCSP: true })
  return { svc, nova, ...open, heard: await record(open.page) }
}

const begun = (page: Page, title: string) => page.getByRole('button', { name: `Pause ${title}`, exact: true }).waitFor()

async function over(page: Page, title: string): Promise<void> {
  await begun(page, title)
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).waitFor()
}

function expectJoined(heard: Float32Array, whole: Float32Array, seams: readonly number[], jumpMs?: number): void {
  const found = gapsIn(heard, whole, seams, { jumpMs })
  const isJoined = ({ gapMs, likeness }: (typeof found)[number]) =>
    Math.abs(gapMs) <= mostGapMs && likeness >= leastLikeness
  expect(found.filter((each) => !isJoined(each))).toEqual([])
  expect(found).toHaveLength(seams.length)
}

for (const format of ['flac', 'mp3', 'opus'] as const) {
  browserTest(`a recording cut in eight sounds as if it were in one piece, in ${format}`, async () => {
    const whole = recording(12)
    const pieces = cutInto(8, whole)
    const { svc, page, problems, heard, ...open } = await tapeOf(
      pieces,
      pieces.map(() => format),
    )
    await using _ = svc
    await using __ = open
    await playing(page, 'Part 1')
    await over(page, 'Part 8')
    expectJoined(await heard(), whole, seamsOf(pieces))
    expect(problems).toEqual([])
  })
}

browserTest('formats, and what is heard after a seek and again from the start, follow without a gap', async () => {
  const whole = recording(20)
  const pieces = cutInto(5, whole)
  const formats = ['wav', 'mp3', 'm4a', 'opus', 'flac'] as const
  const { svc, page, problems, heard, ...open } = await tapeOf(pieces, formats)
  await using _ = svc
  await using __ = open
  await playing(page, 'Part 1')
  const seams = seamsOf(pieces)
  for (const [part] of seams.entries()) {
    await begun(page, `Part ${part + 1}`)
    await seek(page).fill('2.6')
    await ranPast(page, 2.6)
  }
  await over(page, 'Part 5')
  expectJoined(await heard(), whole, seams, 3_000)
  await page.getByRole('button', { name: 'Play Part 5', exact: true }).click()
  await ranPast(page, 0.3, 2)
  expect(problems).toEqual([])
})

browserTest('tracks of another rate, mono after stereo, and of two seconds follow without a gap', async () => {
  const [wide, narrow] = [recording(7), recording(7, 44_100)]
  const pieces = [wide.slice(0, 96_123), narrow.slice(88_312, 132_411), narrow.slice(132_411)]
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  for (const [from, perSecond, channels] of [
    [0, rate, 2],
    [1, 44_100, 1],
    [2, 44_100, 2],
  ] as const) {
    await addPieces(svc.ctx, nova.cassetId, pieces.slice(from, from + 1), 'flac', { from, perSecond, channels })
  }
  await using open = await openPage(svc, '/@nova', { as: nova, bypassCSP: true })
  const { page, problems } = open
  const heard = await record(page)
  await playing(page, 'Part 1')
  await over(page, 'Part 3')
  const loud = [...(await heard()).entries()].filter(([, value]) => Math.abs(value) > 0.001).map(([at]) => at)
  const [from = 0, to = 0] = [loud[0], loud.at(-1)]
  // Nothing is silent in between, and it takes as long as its parts.
  expect(loud.filter((at, index) => at - (loud[index - 1] ?? at) > rate / 1000)).toEqual([])
  const seconds = pieces.reduce((sum, { length }, index) => sum + length / (index === 0 ? rate : 44_100), 0)
  expect(Math.abs((to - from) / rate - seconds)).toBeLessThan(0.005)
  expect(problems).toEqual([])
})
