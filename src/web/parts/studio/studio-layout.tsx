import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { Icon } from '../../../../public/lib/icon.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { visibleCasset, type World } from '../../../casset/access/visible-casset.ts'
import type { Theme } from '../../../casset/shape.ts'
import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { titleOf, topics } from '../../../operate/guide/topics.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { lookOf } from '../../../world/look.ts'
import { isOwnerMedia, mediaOf } from '../../../world/media.ts'
import type { Head } from '../../document/document.tsx'
import { themeOf } from '../../document/theme.ts'
import { PageContext } from '../../page-context.ts'
import type { Media } from '../tape-view.ts'
import { roomsOf, type StudioPath } from './studio-rooms.ts'

export type StudioLayoutProps = {
  here: StudioPath
  texture: { profilePatternId: string }
  theme: Theme
  /** Nothing leads elsewhere: the questions of the first start are answered first. */
  isBare?: boolean
  children: ComponentChildren
}

/**
 * A studio page in the colours of the artist's world. The rooms are next to the card, on phones
 * behind a button with the current page; the pages of the current room are tabs above the card.
 */
export function StudioLayout({ here, texture, theme, isBare = false, children }: StudioLayoutProps) {
  const { isDesk, rooms } = roomsOf(useContext(PageContext).viewer, here)
  const room = rooms.find(({ isHere }) => isHere)
  const { name, guide } = room?.pages.find(({ path }) => path === here) ?? {}
  const hasTabs = room !== undefined && room.pages.length > 1
  const topic = topics.find((each) => each.name === guide)
  return (
    <main
      id="main"
      class="world studio wrap"
      data-pattern={texture.profilePatternId}
      data-background={theme.cassetBackgroundSource}
      tabIndex={-1}
    >
      <noscript>
        <p class="notice">
          {say('To change anything here, switch JavaScript on for this site and load the page again.')}
        </p>
      </noscript>
      <div class="room">
        {!isBare && (
          <nav class="rail" aria-label={isDesk ? say('Desk') : say('Studio')}>
            <button type="button" popovertarget="rooms">
              {room?.name}
              <Icon name="open" />
            </button>
            <div id="rooms" popover="auto">
              {rooms.map(({ name, pages, path, isHere }) => (
                <a key={path} href={path} aria-current={isHere ? (hasTabs ? 'true' : 'page') : undefined}>
                  {name}
                  {pages.length > 1 && <small>{pages.map((page) => page.name).join(' · ')}</small>}
                </a>
              ))}
            </div>
          </nav>
        )}
        {!isBare && hasTabs && (
          <nav class="tabs" aria-label={say('Pages ## of a room of the studio')}>
            {room.pages.map(({ path, name }) => (
              <a key={path} href={path} aria-current={path === here ? 'page' : undefined}>
                {name}
              </a>
            ))}
          </nav>
        )}
        <div>
          <div class="spine" aria-hidden="true">
            <p>
              <b>{say('A')}</b>
              <span>{room?.name}</span>
              {hasTabs && name !== room.name && <i>{name}</i>}
            </p>
          </div>
          {children}
        </div>
        {topic && (
          <p class="studio-guide">
            {inParts(say('In the guide: <a>{title}</a>', { title: titleOf(topic) }), {
              a: (text) => <a href={`/guide/${topic.name}`}>{text}</a>,
            })}
          </p>
        )}
      </div>
    </main>
  )
}

/** Returns their own, which every account has, or one that they made with others. */
export function ownMedia(ctx: Ctx, viewer: Viewer, slug = viewer.handle) {
  return ownMediaOf(ctx, visibleCasset(ctx, slug, viewer), viewer)
}

/** Returns the same for a casset that was read. Throws NOT_FOUND where it is not the viewer's. */
export function ownMediaOf(ctx: Ctx, world: World, viewer: Viewer) {
  const media = mediaOf(ctx, world, viewer)
  if (!isOwnerMedia(media)) throw notFound('casset')
  return media
}

/** The look of a world and its owner: all that studio pages need that show none of its tracks. */
export type Look = ReturnType<typeof ownLook>

/** Returns the look of the viewer's own world, without reading its tracks. */
export function ownLook(ctx: Ctx, viewer: Viewer) {
  return { handle: viewer.handle, ...lookOf(visibleCasset(ctx, viewer.handle, viewer)) }
}

type StudioHead = { title: string; description: string; path: StudioLayoutProps['here'] }

export const studioHead = (
  ctx: Ctx,
  look: Pick<Media, 'theme' | 'cover'>,
  { title, description, path }: StudioHead,
): Head => ({
  title,
  description,
  path,
  sheet: 'studio',
  theme: themeOf(ctx, look),
  isHidden: true,
})
