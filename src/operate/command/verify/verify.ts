import { dirname, join } from 'node:path'
import { Altered, type Check, check, Unreadable } from '../../../lib/verify/check.ts'
import { checkFile } from '../../../lib/verify/check-file.ts'
import { objectOf, textOf } from '../../../lib/verify/fields.ts'
import { readCertificate, verifyCertificate } from '../../../lib/verify/license/license-document.ts'
import { isCredential, verifyCredential } from '../../../lib/verify/license/verify-license.ts'
import type { Checkpoint } from '../../../lib/verify/note/checkpoint.ts'
import { readSigned, renditionsOf, type SignedManifest } from '../../../lib/verify/signed-manifest.ts'
import { type PinnedState, readManifestOf, verifyManifest, verifyRelease } from '../../../lib/verify/verify-release.ts'
import { splitArguments, UsageError } from '../../command-line/arguments.ts'
import { readSaved, readWitnessKeys, releaseAt, remoteSite, siteOfIssuer } from './verify-source.ts'

const exit = { verified: 0, unread: 1, altered: 2, over: 3, ended: 4, selfSigned: 5 } as const

const names: Readonly<Record<Check['name'], string>> = {
  hash: 'manifest',
  signature: 'signature',
  history: 'history',
  log: 'log',
  remembered: 'log then',
  witness: 'witness',
  answers: 'answers',
  file: 'file',
  keys: 'keys',
  license: 'license',
  terms: 'terms',
  granted: 'granted',
  standing: 'standing',
  listed: 'list',
}

/**
 * `tapedeck verify`: checks a release at its site, or a saved answer of its manifest, without any
 * data folder. Returns the exit code: 0 when everything holds, 2 when something was altered, 1 when
 * something could not be read, and for a license that is real 3 when it is over, 4 when it has
 * ended, now or at the time of `--at`; 5 when only the file itself says whose its keys are.
 */
export async function verifyCommand(args: readonly string[], print: (line: string) => void): Promise<number> {
  const { operands, given } = splitArguments('verify', args)
  const [source, audio] = operands
  if (source === undefined) {
    print('Usage: tapedeck verify FILE|URL [AUDIO] [--key FILE] [--checkpoint FILE] [--witness FILE] [--at DATE]')
    return exit.unread
  }
  const say = (line: string) => print(printable(line))
  const report = createReport(say)
  try {
    const files = {
      key: given.get('--key'),
      checkpoint: given.get('--checkpoint'),
      witness: given.get('--witness'),
      atMs: timeIn(given.get('--at')),
    }
    const found = await open(source, files)
    say(found.heading)
    let step = await found.checks.next()
    for (; !step.done; step = await found.checks.next()) report.add(step.value)
    if (audio !== undefined) report.add(await checkAudio(found.signed, audio))
    if (!report.isVerified()) return report.end()
    if (found.rest !== undefined) say(found.rest)
    if (files.checkpoint !== undefined && step.value) {
      await Bun.write(files.checkpoint, step.value.note)
      say(`The head of the log is kept in ${files.checkpoint}: name it again next time.`)
    }
    return report.end()
  } catch (error) {
    if (error instanceof Altered) say(`Altered: ${error.message}`)
    else if (error instanceof Unreadable) say(error.message)
    else throw error
    return error instanceof Altered ? exit.altered : exit.unread
  }
}

type Files = {
  readonly key: string | undefined
  readonly checkpoint: string | undefined
  readonly witness: string | undefined
  /** The time at which a license is to count; now where none is given. */
  readonly atMs: number | undefined
}

/** Returns the time (ms) that was typed. A date without an hour means the end of that day, UTC. */
function timeIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  const at = Date.parse(isDay ? `${text}T23:59:59.999Z` : text)
  if (!/^\d{4}-/.test(text) || Number.isNaN(at)) throw new UsageError(`${text} is no date such as 2026-11-29.`)
  return at
}

type Opened = {
  readonly heading: string
  /** Absent for a license. */
  readonly signed?: SignedManifest
  readonly checks: AsyncGenerator<Check, Checkpoint | undefined>
  readonly rest?: string
}

async function open(source: string, files: Files): Promise<Opened> {
  if (/^https?:/.test(source)) {
    if (files.atMs !== undefined) throw new UsageError('--at needs the certificate of a license.')
    return openRelease(source, files)
  }
  const needed = (['checkpoint', 'witness'] as const).find((name) => files[name] !== undefined)
  if (needed) throw new UsageError(`--${needed} needs the address of a release.`)
  const text = await readSaved(source)
  return isCredential(text) ? openLicense(text, files) : openSaved(source, text, files)
}

/**
 * A license is checked by itself, and at its site; with keys that were kept by itself alone, as
 * nothing is asked then.
 */
async function openLicense(text: string, { key, atMs }: Files): Promise<Opened> {
  const certificate = readCertificate(text)
  const { license, enclosed } = certificate
  const asked = { nowMs: Date.now(), atMs }
  const heading = `License ${license.licenseId} of “${license.title}”`
  if (key !== undefined && !enclosed) {
    const rest = 'Whether it was granted and has not ended was not looked at: that is at its site.'
    return { heading, checks: verifyCredential(license, () => readSaved(key), atMs ?? asked.nowMs), rest }
  }
  const kept = key === undefined ? {} : { keys: await readSaved(key) }
  return { heading, checks: verifyCertificate(siteOfIssuer(license.issuer), certificate, asked, kept) }
}

async function openRelease(address: string, { key, checkpoint, witness }: Files): Promise<Opened> {
  const { url, releaseId } = releaseAt(address)
  const site = remoteSite(url)
  const hasSeen = checkpoint !== undefined && (await Bun.file(checkpoint).exists())
  const kept: PinnedState = {
    ...(key === undefined ? {} : { keys: await readSaved(key) }),
    ...(hasSeen ? { checkpoint: await readSaved(checkpoint) } : {}),
    ...(witness === undefined ? {} : { witnesses: await readWitnessKeys(witness) }),
  }
  const signed = await readManifestOf(site, releaseId)
  return { heading: headingOf(signed), signed, checks: verifyRelease(site, signed, kept) }
}

async function openSaved(path: string, text: string, { key }: Files): Promise<Opened> {
  const signed = readSigned(text)
  const keys = () => readSaved(key ?? join(dirname(path), 'did.json'))
  return {
    heading: headingOf(signed),
    signed,
    checks: verifyManifest(signed, keys),
    rest: 'Its history and the log were not looked at: they are at its site.',
  }
}

const checkAudio = (signed: SignedManifest | undefined, path: string): Promise<Check> =>
  check('file', async () => {
    if (!signed) throw new UsageError('A license names no files: check them against its release.')
    const file = Bun.file(path)
    if (!(await file.exists())) throw new Unreadable(`There is no file ${path}.`)
    return checkFile(renditionsOf(signed), { name: path, bytes: file })
  })

function headingOf({ manifest, version }: SignedManifest): string {
  const release = objectOf(manifest.release, 'The release in the manifest')
  const artist = objectOf(manifest.artist, 'The artist in the manifest')
  const name = textOf(artist.displayName, 'The name of the artist')
  const handle = textOf(artist.handle, 'The handle of the artist')
  return `“${textOf(release.title, 'The title of the release')}” by ${name} (@${handle}), version ${version}`
}

function createReport(say: (line: string) => void) {
  const made = { holds: 0, said: 0, 'self-signed': 0, over: 0, ended: 0, fails: 0, unknown: 0 }
  const marks = {
    holds: 'ok',
    said: 'said',
    'self-signed': 'OWN KEYS',
    over: 'OVER',
    ended: 'ENDED',
    fails: 'ALTERED',
    unknown: 'not read',
  } as const
  return {
    add({ name, result, text }: Check) {
      made[result] += 1
      say(`  ${marks[result].padEnd(9)}${names[name].padEnd(10)}${text}`)
    },
    isVerified: () => made.fails + made.unknown + made.over + made.ended + made['self-signed'] === 0,
    end(): number {
      const all = made.holds + made.over + made.ended + made.fails + made.unknown
      const rest = made.said === 0 ? '' : ' What is marked “said” was not checked.'
      if (made.fails > 0) say(`Not verified: ${made.fails} of ${all} checks found something altered.`)
      else if (made.unknown > 0) say(`Not verified: ${made.unknown} of ${all} checks could not be made.`)
      else if (made['self-signed'] > 0) say(selfSignedText)
      else if (made.ended > 0) say('The certificate is real, and the license had ended at that time.')
      else if (made.over > 0) say('The certificate is real, and that time is outside of the dates of the license.')
      else say(`Verified: ${all === 1 ? 'the check holds' : `all ${all} checks hold`}.${rest}`)
      if (made.fails > 0) return exit.altered
      if (made.unknown > 0) return exit.unread
      if (made['self-signed'] > 0) return exit.selfSigned
      if (made.ended > 0) return exit.ended
      return made.over > 0 ? exit.over : exit.verified
    },
  }
}

const selfSignedText =
  'Signed by keys that this file brings itself, so whoever made the file may have made them: give --key with the did.json that you saved from the site, or check it again where the site answers.'

/** Returns a line without characters that control a terminal or reverse its text. */
const printable = (line: string): string => line.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
