import { readdir, rm } from 'node:fs/promises'
import { fixture, hasFfmpeg, hostFfmpeg, mediaBench, processesAbout } from '../support/casset/media.ts'
import { uncommonMasters } from '../support/casset/uncommon-masters.ts'
import { MUTATION_NAMES, mutant } from '../support/mutants.ts'

/**
 * Thousands of damaged audio files through the media child: `bun test/soak/audio.ts [rounds] [first
 * seed]`. Each ends in a result or a problem with a code, within 10 s of processor time; no process
 * and no file stays. Prints each exception to that.
 */
const MASTERS = [
  'wav-24.wav',
  'flac-16.flac',
  'flac-cover.flac',
  'mp3-vbr.mp3',
  'mp3-cover.mp3',
  'mp3-no-tag.mp3',
  'm4a-plain.m4a',
]
const FURTHER = ['m4a-fragmented.m4a', 'm4a-faststart.m4a', 'adts.aac', 'vorbis.ogg', 'opus.opus', 'opus-surround.opus']
const CPU_MS = 10_000
const MADE = ['hook', 'play', 'hook.part', 'play.part']

const [, , rounds = '10', firstSeed = '1'] = Bun.argv
await using bench = await mediaBench()
const counts = new Map<string, number>()
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
let faults = 0
let slowestMs = 0

const masters = await uncommonMasters(bench.path('source'), hasFfmpeg ? hostFfmpeg : null)
for (const name of [...MASTERS, ...FURTHER]) masters.set(name, Buffer.from(await Bun.file(fixture(name)).bytes()))

for (let seed = Number(firstSeed); seed < Number(firstSeed) + Number(rounds); seed++) {
  for (const [name, original] of masters) {
    for (const mutation of MUTATION_NAMES) {
      const label = `${name} ${mutation} ${seed}`
      const master = bench.path('mutant')
      await Bun.write(master, mutant(original, mutation, seed))
      const startedAt = performance.now()
      const ffmpeg = name.startsWith('ALAC') && hasFfmpeg ? hostFfmpeg : null
      const result = await bench.ingest(master, { ffmpeg }, { cpuMs: CPU_MS })
      slowestMs = Math.max(slowestMs, performance.now() - startedAt)
      const outcome = result.ok ? 'ok' : result.kind
      count(outcome)
      const left = (await readdir(bench.folder)).filter((file) => MADE.includes(file)).sort()
      const wanted = !result.ok || result.op !== 'ingest' ? [] : result.play ? ['hook', 'play'] : ['hook']
      const isOdd = ['crashed', 'busy', 'expensive', 'memory'].includes(outcome) || left.join() !== wanted.join()
      if (isOdd) {
        faults++
        console.log(outcome, label, left.join())
      }
      for (const file of left) await rm(bench.path(file))
    }
  }
}
const left = await processesAbout(bench.folder)
console.log(Object.fromEntries(counts), { slowestMs: Math.round(slowestMs), faults, left })
process.exitCode = faults + left.length === 0 ? 0 : 1
