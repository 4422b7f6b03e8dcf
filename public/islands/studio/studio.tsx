import { say } from '../../../src/lib/language/say.ts'
import { gap } from '../../../src/lib/text/gap.ts'
import { Said } from '../../lib/said.tsx'
import '../../lib/signed-in-parts.ts'
import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Suggestions } from '../../../src/casset/track/model.ts'
import type { SoldElsewhere } from '../../../src/casset/track/sold-elsewhere.ts'
import type { Bounds } from '../../../src/lib/money/price.ts'
import type { OwnerMedia } from '../../../src/world/media.ts'
import { clock } from '../../lib/clock.ts'
import type { Payable } from '../../lib/obstacle-hint.tsx'
import { SaveLine } from '../../lib/save-line.tsx'
import type { Tape } from '../../player/state.ts'
import { createCassetEditor } from './casset-editor.ts'
import { FileTags } from './file-tags.tsx'
import { FirstWeek } from './first-week.tsx'
import { applyTexture, applyTheme } from './look/apply-look.ts'
import { Front } from './look/front.tsx'
import { Look } from './look/look.tsx'
import { MadeOfAll } from './made-of-all.tsx'
import { Price } from './price.tsx'
import { TrackList } from './track/track-list.tsx'
import { useMeasuring } from './track/use-measuring.ts'
import { useWatch } from './track/use-watch.ts'
import { UploadZone } from './upload/upload-zone.tsx'
import { landed } from './upload/uploads.ts'
import { Visibility } from './visibility.tsx'

export type StudioProps = Payable & {
  media: OwnerMedia
  tag: string
  tape: Tape
  maxUploadBytes: number
  readsAlac: boolean
  /** The used part of the account's quota; null without one. */
  storageText: string | null
  /** Test payments stand in for an account that the artist has not opened. */
  isRehearsal: boolean
  isTest: boolean
  /** The most that the artist can be paid at once while they are new here; null without a limit. */
  most: number | null
  prices: Bounds
  origin: string
  /** The values that the tags of its files would add. */
  fileTags: Suggestions
  soldElsewhere: readonly SoldElsewhere[]
  backgroundUrl: string | null
  /** The beginning of the tape, while its list of what is left to do is shown; null afterwards. */
  firstWeek: { isShared: boolean } | null
}

export default function Studio({
  media,
  tag,
  tape,
  maxUploadBytes,
  readsAlac,
  storageText,
  obstacle,
  ownsSite,
  isRehearsal,
  isTest,
  most,
  prices,
  origin,
  fileTags,
  soldElsewhere,
  backgroundUrl,
  firstWeek,
}: StudioProps) {
  const editor = useMemo(() => createCassetEditor(media, tag, prices), [])
  const background = useSignal(backgroundUrl)
  const wornTheme = useRef(JSON.stringify([media.theme.tokens, media.cover?.color]))
  useWatch(editor)
  useMeasuring(editor)
  useEffect(() => landed.subscribe((files) => void (files > 0 && editor.refresh())), [])
  useSignalEffect(() => {
    applyTexture(editor.texture.value.profilePatternId, editor.theme.value.cassetBackgroundSource)
    const theme = JSON.stringify([editor.theme.value.tokens, editor.cover.value?.color])
    if (theme === wornTheme.current) return
    wornTheme.current = theme
    applyTheme(media.casset.slug)
  })

  const tracks = editor.tracks.value
  const isFree = editor.isPriceChosen.value && editor.casset.value.price.amount === 0
  const { cassetBackgroundSource } = editor.theme.value
  const backdrop = cassetBackgroundSource === 'image' ? background.value : (editor.cover.value?.url ?? null)
  const hasBackdrop = cassetBackgroundSource === 'image' || cassetBackgroundSource === 'cover'
  const trouble = editor.trouble.value
  return (
    <>
      {hasBackdrop && backdrop && <img class="backdrop" src={backdrop} alt="" />}
      <article class="jcard editor">
        <div class="spine" aria-hidden="true">
          <p>
            <b>{say('A')}</b>
            <span>{say('Studio')}</span>
            <i>{editor.casset.value.name}</i>
          </p>
        </div>
        <Front
          editor={editor}
          artist={media.artist}
          origin={origin}
          obstacle={obstacle}
          ownsSite={ownsSite}
          isTest={isTest}
          soldElsewhere={soldElsewhere}
        />
        {firstWeek && <FirstWeek {...{ editor, obstacle, ownsSite, isRehearsal }} {...firstWeek} />}
        {trouble && (
          <Said role="alert" class="notice">
            <strong>{say('Something went wrong.')}</strong>
            {gap()}
            {trouble.text}
            {gap()}
            <a href="/login?next=/studio" target="_blank" rel="noopener">
              {say('Sign in')}
            </a>
          </Said>
        )}
        <Said class={editor.news.value ? 'notice' : 'sr'}>{editor.news}</Said>
        <SaveLine />
        <div class="inside">
          <section class="side" aria-labelledby="side-a">
            <div class="side-head">
              <h2 id="side-a" tabIndex={-1}>
                {say('Side A')}
              </h2>
              {tracks.length > 0 && (
                <p class="mono">
                  {say('{tracks, plural, one {# track} other {# tracks}}', { tracks: tracks.length })} ·{' '}
                  {clock(tracks.reduce((sum, { durationSec }) => sum + (durationSec ?? 0), 0))}
                </p>
              )}
            </div>
            <FileTags editor={editor} first={fileTags} />
            <UploadZone
              cassetId={editor.casset.value.id}
              taking={{ maxBytes: maxUploadBytes, readsAlac }}
              storageText={storageText}
              isBlank={tracks.length === 0}
            />
            {tracks.length > 0 && <TrackList editor={editor} tape={tape} />}
          </section>
          <aside class="inlay" aria-label={say('Casset')}>
            {/* For what has a price the list of what is left to do leads to the desk already. */}
            <Price editor={editor} obstacle={obstacle} ownsSite={ownsSite && (!firstWeek || isFree)} most={most} />
            <Visibility editor={editor} />
            {tracks.length > 0 && <MadeOfAll editor={editor} />}
          </aside>
          <Look editor={editor} backgroundUrl={background} slug={media.casset.slug} />
        </div>
      </article>
    </>
  )
}
