import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { holderOf } from '../../../src/operate/site-folder/lock-folder.ts'
import { cookieOf, signUpBody } from '../account/account.ts'
import { inTree } from '../tree.ts'

export async function compileFormer(outfile: string): Promise<void> {
  await Bun.build({ entrypoints: [inTree('test/support/operate/former-program.ts')], compile: { outfile } })
}

/** Paths: the program that stands for an earlier version, and a site that it is to serve. */
export type FormerSite = { former: string; installed: string; dataDir: string }

/** Makes a site anew, with the database of 0.2.0, and returns what its program is started with. */
export async function layFormerSite({ former, installed, dataDir }: FormerSite): Promise<Record<string, string>> {
  for (const path of [dataDir, dirname(installed)]) {
    rmSync(path, { recursive: true, force: true })
    mkdirSync(path, { recursive: true })
  }
  copyFileSync(former, installed)
  const database = readFileSync(inTree('test/fixtures/databases/0.2.0.db.gz'))
  await Bun.write(join(dataDir, 'tapedeck.db'), Bun.gunzipSync(database))
  return { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', PATH: Bun.env.PATH ?? '' }
}

/**
 * Sends comments to the earlier program and sign-ups to the new one, whichever there is, and keeps
 * what they acknowledged: ids of comments, addresses and cookies of people.
 */
export function keepSending(dataDir: string) {
  const comments: string[] = []
  const people: { email: string; cookie: string }[] = []
  let isOver = false
  const sending = (async () => {
    for (let n = 0; !isOver; n += 1) {
      try {
        const [signal, person] = [AbortSignal.timeout(5_000), signUpBody(`fan${n}`)]
        const headers = { 'content-type': 'application/json' }
        const url = `${holderOf(dataDir)?.url}/api/auth/signup`
        const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(person), signal })
        const text = await answer.text()
        if (answer.status !== 201) continue
        if (answer.headers.has('former-version')) comments.push(text)
        else {
          const cookie = cookieOf({ headers: answer.headers, status: answer.status, text, json: null })
          people.push({ email: person.email, cookie })
        }
      } catch {
        await Bun.sleep(20)
      }
    }
  })()
  return {
    comments,
    people,
    async end() {
      isOver = true
      await sending
    },
  }
}
