import { expect, test } from 'bun:test'
import { letterHtml, letterLine, letterText } from '../../src/audience/letter/page/render-markdown.ts'
import { deepest, markdownHtml } from '../../src/lib/text/markdown.ts'
import { emailStyles } from '../../src/platform/mail/email-html.ts'
import { plainPalettes } from '../../src/web/document/palette.ts'
import { letterCall, writeLetter } from '../support/audience/letter.ts'
import { addTape } from '../support/casset/tape.ts'
import { heavyTexts } from '../support/fuzz/heavy-texts.ts'
import { loopMs } from '../support/processor.ts'
import { startServer } from '../support/server.ts'
import { allSources } from '../support/sources.ts'
import { world } from '../support/world.ts'

const styles = emailStyles(plainPalettes({ hue: 48, chroma: 0.17 }, {}))

const mostMs = 50
const medium = { card: () => undefined, href: (url: string) => url }
const origin = 'http://localhost'

test('no text of 20,000 characters takes more than 50 ms of the processor to be rendered (rule: letter-rendering)', async () => {
  const slow: string[] = []
  for (const body of heavyTexts(20_000)) {
    const ways = {
      html: () => letterHtml(body, origin, medium, styles),
      text: () => letterText(body, origin, medium),
      line: () => letterLine(body, origin),
      legal: () => markdownHtml(body, { autolinks: true }),
    }
    for (const [way, render] of Object.entries(ways)) {
      const ms = await loopMs(render, mostMs)
      if (ms > mostMs) slow.push(`${way} ${JSON.stringify(body.slice(0, 20))} ${ms} ms`)
    }
  }
  expect(slow).toEqual([])
})

/** How deep elements lie within each other in HTML. */
function depthOf(html: string, name: string): number {
  let depth = 0
  let most = 0
  for (const [tag] of html.matchAll(new RegExp(`</?${name}\\b`, 'g'))) {
    depth += tag.startsWith('</') ? -1 : 1
    most = Math.max(most, depth)
  }
  return most
}

const nests = (mark: string, element: string, levels = 2_500) => ({ body: `${mark.repeat(levels)}a`, element })

test('quotes and lists nest ten levels deep, however many are typed, and ten are kept as they are', () => {
  const deep = [
    nests('>', 'blockquote'),
    nests('> ', 'blockquote'),
    nests('1. ', 'ol'),
    nests('- ', 'ul'),
    nests('>1. ', 'blockquote'),
    nests('-\t', 'ul'),
    { body: Array.from({ length: 140 }, (_, at) => `${' '.repeat(at * 2)}- a`).join('\n'), element: 'ul' },
    { body: Array.from({ length: 140 }, (_, at) => `${'\t'.repeat(at)}1. a`).join('\n'), element: 'ol' },
    { body: Array.from({ length: 140 }, (_, at) => '>'.repeat(at + 1)).join('\r'), element: 'blockquote' },
  ]
  for (const { body, element } of deep) {
    for (const html of [letterHtml(body, origin, medium, null), markdownHtml(body)]) {
      expect(depthOf(html, element)).toBeWithin(1, deepest + 1)
    }
  }
  const usual = `${'> '.repeat(deepest)}quoted\n\n- one\n    - two\n        - three\n            - four\n\n* * * * * * * * * * * *\n`
  const html = markdownHtml(usual)
  expect([depthOf(html, 'blockquote'), depthOf(html, 'ul'), html.includes('<hr')]).toEqual([deepest, 4, true])
  expect(markdownHtml('```\n                        - deep in code\n```')).toContain(' deep in code')
})

test('a letter that nests, or names a thousand tapes, holds up neither its preview nor its page', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const bodies = [
    `${'1. '.repeat(6_000)}a`,
    '>'.repeat(20_000),
    Array.from({ length: 900 }, (_, at) => `${svc.ctx.site.origin}/@nova/a${at}`)
      .join('\n')
      .slice(0, 20_000),
  ]
  for (const body of bodies) {
    const id = await writeLetter(svc, nova, { body })
    for (const path of [
      `/api/studio/letters/${id}/preview`,
      `/api/studio/letters/${id}/preview?as=text`,
      `/studio/letters/${id}`,
    ]) {
      const show = async () => expect((await svc.call('GET', path, { cookie: nova.cookie })).status).toBe(200)
      expect(await loopMs(show, mostMs), path).toBeLessThanOrEqual(mostMs)
    }
  }
})

test('a letter is rendered once, and anew when a tape in it changed', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  addTape(svc, nova, 'shelf', { name: 'Shelf' })
  const id = await writeLetter(svc, nova, { body: `Hello\n\n${svc.ctx.site.origin}/@nova/shelf` })
  const preview = async () => (await letterCall(svc, nova, 'GET', `/${id}/preview`)).text
  expect(await preview()).toContain('<b style="font-size:18px">Shelf</b>')
  svc.ctx.db.$client.run("UPDATE cassets SET name = 'Case' WHERE name = 'Shelf'")
  expect(await preview()).toContain('<b style="font-size:18px">Case</b>')
})

test('Markdown is rendered in one place, which bounds it', async () => {
  const others = (await allSources()).filter(
    ({ path, text }) => path.startsWith('src') && /Bun\.markdown\.(?:html|render)/.test(text),
  )
  expect(others.map(({ path }) => path)).toEqual(['src/lib/text/markdown.ts'])
})
