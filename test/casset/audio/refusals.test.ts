import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { ingest } from '../../../src/casset/audio/ingest/ingest.ts'
import { sniffAudio } from '../../../src/lib/audio/sniff.ts'
import { fixture } from '../../support/casset/upload.ts'
import { testLimitMs } from '../../support/limits.ts'
import { temporaryFolder } from '../../support/process.ts'

setDefaultTimeout(testLimitMs)

const use = 'Upload WAV, AIFF, FLAC, MP3, M4A/AAC, Ogg Vorbis or Opus.'

/** The first bytes of files that are refused before they are sent, and what they are called. */
const byItsStart: readonly (readonly [start: string, name: string])[] = [
  ['\x1aE\xdf\xa3', 'a WebM or Matroska file'],
  ['\x30\x26\xb2\x75', 'a Windows Media file'],
  ['wvpk', 'a WavPack file'],
  ['MAC ', "a Monkey's Audio file"],
  ['DSD ', 'a DSD file'],
  ['FRM8', 'a DSD file'],
  ['MThd', 'a MIDI file'],
  ['\x0b\x77', 'a Dolby Digital (AC-3) file'],
  ['\x7f\xfe\x80\x01', 'a DTS file'],
  ['TTA1', 'a True Audio file'],
  ['MPCK', 'a Musepack file'],
  ['MP+', 'a Musepack file'],
  ['OFR ', 'an OptimFROG file'],
  ['#!AMR', 'an AMR recording'],
  ['.snd', 'an AU file'],
  ['RIFX', 'a big-endian WAV file'],
  ['RIFF\0\0\0\0AVI ', 'a video'],
  ['\0\0\x01\xba', 'a video'],
  ['FLV', 'a video'],
  ['PK\x03\x04', 'a zip archive'],
  ['%PDF', 'a PDF'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['GIF8', 'a picture'],
  ['RIFF\0\0\0\0WEBP', 'a picture'],
  ['\0\0\0\x18ftypheic', 'a picture'],
  ['\0\0\0\x18ftypM4V ', 'a video'],
  ['\0\0\0\x18moov', 'an old QuickTime file'],
  ['#EXTM3U', 'a playlist and holds no audio itself'],
  ['[playlist]', 'a playlist and holds no audio itself'],
  ['OggS', 'an Ogg file without Vorbis or Opus audio'],
  ...(
    [
      ['alac', 'an Apple Lossless (ALAC) file, which this site cannot read'],
      ['drms', 'a copy-protected file'],
      ['fLaC', 'FLAC inside an MP4 file'],
      ['Opus', 'Opus inside an MP4 file'],
      ['ac-3', 'a Dolby file'],
      ['dtsc', 'a DTS file'],
      ['samr', 'an AMR recording'],
      ['avc1', 'a video'],
    ] as const
  ).map(([entry, name]) => [`\0\0\0\x18ftypM4A \0\0\0\0stsd${'\0'.repeat(12)}${entry}`, name] as const),
]

test('each file that is no sound that browsers play is named before it is sent, with what to send', () => {
  for (const [start, name] of byItsStart) {
    const problem = `This is ${name}. ${use}`
    expect([start, sniffAudio(Buffer.from(start, 'latin1'))]).toEqual([start, { ok: false, problem }])
    // The same behind a tag, as players write them.
    const isBare = !/^(?:\0\0\0|#EXTM3U|\[playlist|OggS)/.test(start)
    const tagged = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x01\0', 'latin1'), Buffer.from(start, 'latin1')])
    if (isBare) expect([start, sniffAudio(tagged)]).toEqual([start, { ok: false, problem }])
  }
  expect(sniffAudio(new Uint8Array())).toEqual({ ok: false, problem: 'This file is empty.' })
  const unknown = { ok: false, problem: `This file was not recognised as audio. ${use}` } as const
  for (const text of ['<!doctype html>', 'plain words', '\0'.repeat(100)])
    expect([text, sniffAudio(Buffer.from(text))]).toEqual([text, unknown])
})

const cutOff = 'This file is cut off: it holds less audio than its header says.'
const badSum = 'This FLAC file is damaged or incomplete: a checksum does not fit.'
const noSound = 'This WAV file is damaged: no sound was found in it.'

const half = (file: Buffer) => file.subarray(0, file.length / 2)
const flipped = (file: Buffer) => file.with(file.length / 2, (file[file.length / 2] ?? 0) ^ 1)

/** Sound that no reader gets to the end of. An Ogg says of itself neither length nor end. */
const damaged: readonly (readonly [file: string, damage: (file: Buffer) => Uint8Array, problem: string])[] = [
  ['wav-16.wav', half, cutOff],
  ['wav-16.wav', (file) => file.subarray(0, 44), noSound],
  ['flac-16.flac', half, badSum],
  ['flac-16.flac', flipped, badSum],
  ['m4a-plain.m4a', half, cutOff],
  ['m4a-faststart.m4a', half, cutOff],
  ['m4a-fragmented.m4a', half, cutOff],
  ['mp3-cbr.mp3', half, cutOff],
]

test('each sound that is damaged is refused with the sentence that is true of it', async () => {
  using folder = temporaryFolder()
  const [master = '', hook = '', play = ''] = ['master', 'hook', 'play'].map((name) => join(folder.path, name))
  for (const [name, damage, problem] of damaged) {
    await Bun.write(master, damage(Buffer.from(await fixture(name))))
    const said = await ingest({ op: 'ingest', master, hook, play, hookStartSec: null, hookDurationSec: null }).then(
      () => 'taken',
      (error: unknown) => String(Object(error).message),
    )
    expect([name, said]).toEqual([name, problem])
    expect([await Bun.file(hook).exists(), await Bun.file(play).exists()]).toEqual([false, false])
  }
})
