import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { titleOf, topics } from '../../../operate/guide/topics.ts'
import { version } from '../../../platform/version.ts'
import { optional, page } from '../../page.tsx'
import { GuideContents, GuidePage } from './page.tsx'

// The guide is the same for as long as the program runs.
const source = version

/** `/guide`: the contents of the manual. */
export const guideRoute = (ctx: Ctx) =>
  page(ctx, { path: '/guide', viewer: optional }, () => ({
    head: {
      title: 'Guide · Tapedeck',
      description: 'How to run a Tapedeck, sell music with it, and write programs for it.',
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
        title: `${titleOf(topic)} · Guide · Tapedeck`,
        description: topic.about,
        path: `/guide/${topic.name}`,
        sheet: 'forms',
      },
      main: <GuidePage topic={topic} topics={topics} />,
      source,
    }
  })
