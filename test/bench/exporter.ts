import { readdir } from 'node:fs/promises'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { closeDb } from '../../db/open.ts'
import { addPlayableTrack } from '../support/casset/playable.ts'
import { findTool } from '../support/tool.ts'
import { cast, type Person } from '../support/world.ts'
import { openFolder } from './open-folder.ts'
import { cpuSec, rssMb, scratchFolder, startProgram } from './program.ts'
import { atLeast, atMost, type Row } from './report.ts'

const hookSec = 30
const mostMs = 300_000

/** Measures making clips of 30 s at 1080 × 1920 and 30 frames a second in a browser. */
export async function benchExporter(executable: string): Promise<Row[]> {
  const executablePath = findTool('chromium')
  if (executablePath === null) return [{ what: 'clips', figure: 'Chromium is not installed', goal: '', reached: null }]
  using folder = scratchFolder()
  const { artist, trackId } = await fillFolder(folder.path)
  const env = { DATA_DIR: folder.path, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' }
  await using program = await startProgram([executable], env, false)
  const args = ['--headless', '--no-sandbox', '--disable-gpu']
  const server = await chromium.launchServer({ executablePath, args })
  const pid = server.process().pid ?? 0
  try {
    const browser = await chromium.connect(server.wsEndpoint())
    const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce' })
    const page = await openMaker(context, program.url, artist, trackId)
    const rows: Row[] = []
    for (const [label, name] of [
      ['Cover', 'cover and moving waveform'],
      ['Waveform', 'waveform full height'],
      ['Cassette', 'turning reels'],
    ] as const) {
      const { tookSec, processorSec, peakMb, file } = await makeOne(page, label, pid)
      const note = `${tookSec.toFixed(1)} s; ${processorSec.toFixed(1)} s of processor; ${file}`
      rows.push(
        atLeast(`a clip of 30 s, ${name}: times real time`, hookSec / tookSec, 2, note),
        atMost(`a clip of 30 s, ${name}: most memory of the page and its worker`, peakMb, 500, 'MB'),
      )
    }
    return rows
  } finally {
    await server.close()
  }
}

async function fillFolder(dataDir: string): Promise<{ artist: Person; trackId: string }> {
  const ctx = await openFolder(dataDir)
  const artist = cast(ctx, 'nova')
  const hook = { seconds: hookSec, rate: 44_100, hertz: 100, endHertz: 4000 }
  const lyrics = 'The kettle sings before the street wakes up\nNothing is loud yet\n'.repeat(20)
  const { id } = await addPlayableTrack(ctx, artist.cassetId, 'Dawn', { hook, lyrics })
  closeDb(ctx.db)
  return { artist, trackId: id }
}

async function openMaker(context: BrowserContext, url: string, { cookie }: Person, trackId: string): Promise<Page> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  await page.goto(`${url}/@nova/clip/video?track=${trackId}`)
  await page.locator('.acts .key:enabled').waitFor()
  await page.getByLabel('1080 × 1920').check()
  return page
}

async function makeOne(page: Page, label: string, pid: number) {
  await page.getByText(label, { exact: true }).click()
  const before = await processorOf(pid)
  const begun = performance.now()
  await page.getByRole('button', { name: /^Make/ }).click()
  const made = page.getByRole('link', { name: 'Save the file' }).waitFor({ timeout: mostMs })
  let isMade = false
  void made.then(() => {
    isMade = true
  })
  let peakMb = 0
  while (!isMade && performance.now() - begun < mostMs) {
    peakMb = Math.max(peakMb, ...(await Promise.all((await renderersOf(pid)).map(rssMb))))
    await Bun.sleep(100)
  }
  await made
  const tookSec = (performance.now() - begun) / 1000
  const processorSec = (await processorOf(pid)) - before
  const file = (await page.locator('.clip-keys .mono').textContent())?.split(' - ').at(-1) ?? ''
  return { tookSec, processorSec, peakMb, file }
}

/** Returns the processes that a process has started, and all that those started. */
async function familyOf(pid: number): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(
    ids.map(async (id) => {
      const stat = await Bun.file(`/proc/${id}/stat`)
        .text()
        .catch(() => '')
      return [id, Number(stat.replace(/^.*\) /, '').split(' ')[1])] as const
    }),
  )
  const family = [pid]
  for (const each of family) family.push(...parents.filter(([, parent]) => parent === each).map(([id]) => id))
  return family
}

const processorOf = async (pid: number) =>
  (await Promise.all((await familyOf(pid)).map((id) => cpuSec(id).catch(() => 0)))).reduce((sum, sec) => sum + sec, 0)

async function renderersOf(pid: number): Promise<number[]> {
  const family = await familyOf(pid)
  const lines = await Promise.all(
    family.map((id) =>
      Bun.file(`/proc/${id}/cmdline`)
        .text()
        .catch(() => ''),
    ),
  )
  return family.filter((_, index) => lines[index]?.includes('--type=renderer'))
}
