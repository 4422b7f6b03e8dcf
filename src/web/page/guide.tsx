import { inParts } from '../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { markdownHtml } from '../../lib/text/markdown.ts'
import { type Topic, textOf, titleOf, topics } from '../../operate/guide/topics.ts'
import { version } from '../../platform/version.ts'
import { optional, page } from '../page.tsx'

// The guide stays the same while the program runs.
const source = version

/** `/guide`: the contents of the manual. */
export const guideRoute = (ctx: Ctx) =>
  page(ctx, { path: '/guide', viewer: optional }, () => ({
    head: {
      title: say('Guide'),
      description: say('How to run a Tapedeck, sell music with it, and write programs for it.'),
      path: '/guide',
      sheet: 'forms',
    },
    main: <GuideContents topics={topics} />,
    source,
  }))

/** `/guide/:topic`: a page of the manual. */
export const guideTopicRoute = (ctx: Ctx) =>
  page(ctx, { path: '/guide/:topic', viewer: optional }, ({ params }) => {
    const topic = topics.find(({ name }) => name === params.topic)
    if (!topic) throw notFound('page')
    return {
      head: {
        title: say('{title} · Guide', { title: titleOf(topic) }),
        description: topic.about(),
        path: `/guide/${topic.name}`,
        sheet: 'forms',
      },
      main: <GuidePage topic={topic} topics={topics} />,
      source,
    }
  })

const List = ({ topics, current }: { topics: readonly Topic[]; current?: Topic }) => (
  <ul>
    {topics.map((topic) => (
      <li key={topic.name}>
        <a href={`/guide/${topic.name}`} aria-current={topic === current ? 'page' : undefined}>
          {titleOf(topic)}
        </a>
        {!current && <p>{topic.about()}</p>}
      </li>
    ))}
  </ul>
)

const GuideContents = ({ topics }: { topics: readonly Topic[] }) => (
  <main id="main" class="world guide wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard">
      <h1>{say('Guide')}</h1>
      <p>
        {inParts(
          say(
            'For whoever runs this program, sells music with it, or writes programs for it. In a terminal, <code>tapedeck help</code> prints the same.',
          ),
          { code: (text) => <code>{text}</code> },
        )}
      </p>
      <List topics={topics} />
    </article>
  </main>
)

// A line ends between two letters of a script without spaces: browsers would show a gap there.
const unspacedBreak = /(?<=[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef])\n(?=[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef])/g

const headingId = /(?<=<h\d) id="[^"]*"/g

/** Where the third cell of a line begins: what holds without a setting, named on phones. */
const thirdCell = /(<tr>\s*(?:<td>(?:(?!<\/tr>)[\s\S])*?<\/td>\s*){2})<td>/g

/**
 * Returns Markdown of the guide as HTML: links to other files of the guide lead to their pages, and
 * wide tables scroll by themselves.
 */
const htmlOf = (text: string): string =>
  markdownHtml(text.replaceAll(unspacedBreak, ''), { headings: { ids: true } })
    .replaceAll(/href="([a-z]+)\.md(#[^"]*)?"/g, 'href="/guide/$1$2"')
    .replaceAll('<table>', `<div class="wide" tabindex="0" role="region" aria-label="${say('Table')}"><table>`)
    .replaceAll('</table>', '</table></div>')
    .replaceAll(thirdCell, `$1<td data-name="${say('Default: ## a setting')}">`)
    .replaceAll('<pre>', '<pre tabindex="0">')

/**
 * Returns a topic as HTML in the current language. Its headings have the addresses of the English
 * ones, so that a link to a part of a page leads there in each language.
 */
function topicHtml(topic: Topic): string {
  const english = htmlOf(topic.text)
  const text = textOf(topic)
  if (text === topic.text) return english
  const ids = english.match(headingId) ?? []
  let at = 0
  return htmlOf(text).replaceAll(headingId, () => ids[at++] ?? '')
}

const GuidePage = ({ topic, topics }: { topic: Topic; topics: readonly Topic[] }) => (
  <main id="main" class="world guide wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard" dangerouslySetInnerHTML={{ __html: topicHtml(topic) }} />
    <nav class="jcard" aria-label={say('Guide')}>
      <h2>
        <a href="/guide">{say('Guide')}</a>
      </h2>
      <List topics={topics} current={topic} />
    </nav>
  </main>
)
