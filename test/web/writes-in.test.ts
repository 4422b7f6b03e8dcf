import { expect, test } from 'bun:test'
import { addLetters } from '../support/audience/letter.ts'
import { addPlayableTrack } from '../support/casset/playable.ts'
import { makeCoCasset } from '../support/room/co-casset.ts'
import { addComment } from '../support/room/room.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { cast, type Person } from '../support/world.ts'

const writeIn = (svc: TestServer, { cookie }: Person, writesIn: string | null) =>
  svc.call('POST', '/api/auth/update-profile', { cookie, body: { writesIn } })

/** Returns the texts of a page that have a language of their own, with it. */
const marked = (html: string): string[] =>
  [...html.matchAll(/<(?!html|a |option)(\w+)[^>]* lang="([\w-]+)"[^>]*>([^<]{0,20})/g)].map(
    ([, name, language, text]) => `${name} ${language}: ${text}`,
  )

test('the texts of an artist are marked with the language that they write in, and with none until they say it', async () => {
  await using svc = await startServer({ env: { LANGUAGES: 'en' } })
  const [nova, ada] = [cast(svc.ctx, 'nova', { bio: 'Lieder vor dem Frühstück.' }), cast(svc.ctx, 'ada')]
  const track = await addPlayableTrack(svc.ctx, nova.cassetId, 'Salz', { lyrics: 'la la' })
  await addLetters(svc, nova)
  addComment(svc, nova, ada, 'Ça alors')
  await makeCoCasset(svc, nova, 'duo', [ada], { accepting: [ada] })
  const lyrics = `/api/tracks/${track.id}/lyrics`
  const paths = ['/@nova', '/@nova/sideb', '/@nova/letters', '/@nova/letters/a-new-tape', '/@duo']
  const languages = async () => {
    const pages = await Promise.all(paths.map(async (path) => marked((await svc.call('GET', path)).text)))
    const feed = (await svc.call('GET', '/@nova/feed.xml')).text
    return [...pages, /<language>.*<\/language>/.exec(feed)?.[0], (await svc.call('GET', lyrics)).json]
  }
  const unmarked = [[], [], [], [], [], '<language>en</language>', { lyrics: 'la la' }]
  expect(await languages()).toEqual(unmarked)
  await writeIn(svc, nova, 'de')
  await writeIn(svc, ada, 'fr')
  expect(await languages()).toEqual([
    ['p de: Nova', 'bdi de: Salz', 'p de: la la', 'p de: Lieder vor dem Frühs'],
    ['p fr: Ça alors'],
    ['h2 de: ', 'p de: Hello WWWWWWWWWWWWWW'],
    ['h1 de: A new tape', 'div de: '],
    [],
    '<language>de</language>',
    { lyrics: 'la la', writesIn: 'de' },
  ])
  for (const writesIn of ['tlh', 'DE', '', '"><b>', 'constructor']) {
    expect(await writeIn(svc, nova, writesIn)).toMatchObject({ status: 400, json: { field: 'writesIn' } })
  }
  await writeIn(svc, nova, null)
  await writeIn(svc, ada, null)
  expect(await languages()).toEqual(unmarked)
})
