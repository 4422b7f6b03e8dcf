import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { OwnExtra, OwnExtras } from '../../../../src/casset/extra/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { useDragRows } from '../../../lib/drag-rows.ts'
import { focusOn } from '../../../lib/focus-on.ts'
import { Icon } from '../../../lib/icon.tsx'
import { inParts } from '../../../lib/in-parts.tsx'
import { Said } from '../../../lib/said.tsx'
import { sizeOf } from '../../../lib/size.ts'
import { troubleOf } from '../../../lib/trouble.ts'
import { ExtraRow } from './extra-row.tsx'
import { addSendings, arrived, sendings } from './sending.ts'
import { SendingRow } from './sending-row.tsx'

const accepted = '.pdf,.epub,image/jpeg,image/png,image/gif,image/webp,.txt,.md,.lrc,.srt,.vtt,.csv,video/*,.mkv,.zip'

// A preview takes a moment to be drawn.
const lookEveryMs = 2_000
const mostLooks = 15

/** The files that come with a casset: adding, ordering, naming and removing them. */
export function Extras({ cassetId, slug }: { cassetId: string; slug: string }) {
  const found = useSignal<OwnExtras | null>(null)
  const problem = useSignal('')
  const removing = useSignal<OwnExtra | null>(null)
  const box = useRef<HTMLOListElement>(null)
  const extras = found.value?.extras ?? []
  const read = async () => {
    const { data, error } = await api.studio.casset({ id: cassetId }).extras.get()
    problem.value = error ? troubleOf(error).text : ''
    if (data) found.value = data
  }
  const show = (changed: readonly OwnExtra[]) => {
    if (found.value) found.value = { ...found.value, extras: [...changed] }
  }
  useEffect(() => {
    let looks = 0
    const timer = setInterval(() => {
      const waits = found.value?.extras.some(({ hasPreview }) => hasPreview === null)
      if (waits && looks++ < mostLooks) void read()
    }, lookEveryMs)
    const stop = arrived.subscribe(() => {
      looks = 0
      void read()
    })
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [cassetId])
  const move = async (from: number, to: number) => {
    const moved = extras[from]
    if (!moved || to < 0 || to >= extras.length) return
    show(extras.toSpliced(from, 1).toSpliced(to, 0, moved))
    announce(say('{title} is number {place} of {last}.', { title: moved.name, place: to + 1, last: extras.length }))
    const { error } = await api.studio.extras({ id: moved.id }).patch({ position: to + 1 })
    if (error) await read()
    if (error) problem.value = troubleOf(error).text
  }
  useDragRows(box, (from, to) => void move(from, to))
  const add = (files: readonly File[]) => addSendings(cassetId, files, found.value?.mostFileBytes ?? 0)
  if (!found.value)
    return (
      <Said role="alert" class="problem">
        {problem}
      </Said>
    )
  const { most, mostBytes, mostFileBytes, storage } = found.value
  const usedBytes = extras.reduce((sum, { bytes }) => sum + bytes, 0)
  const own = sendings.value.filter((sending) => sending.cassetId === cassetId)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are also chosen with the key.
    <div
      class="extras"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        // The page takes files that are dropped elsewhere as tracks.
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0) return
        event.preventDefault()
        add(files)
      }}
    >
      <p class="hint">
        {say(
          'A booklet, pictures, lyrics, a film, stems: for everybody who has the whole casset, in its download too.',
        )}
      </p>
      <div class="acts">
        <label class="key">
          <input
            class="sr"
            type="file"
            multiple
            accept={accepted}
            onChange={({ currentTarget }) => {
              add([...(currentTarget.files ?? [])])
              currentTarget.value = ''
            }}
          />
          <Icon name="add" />
          {say('Add files')}
        </label>
        <span>{say('or drop them here')}</span>
      </div>
      <p class="mono">
        {say('{count} of {most} files, {used} of {whole}; up to {size} each', {
          count: extras.length,
          most,
          used: sizeOf(usedBytes),
          whole: sizeOf(mostBytes),
          size: sizeOf(mostFileBytes),
        })}
      </p>
      {storage !== null && <p class="mono">{storage}</p>}
      {own.length > 0 && (
        <ul class="uploads" aria-label={say('Uploads')}>
          {own.map((sending) => (
            <SendingRow key={sending} sending={sending} />
          ))}
        </ul>
      )}
      <Said role="alert" class="problem">
        {problem}
      </Said>
      <ol ref={box} class="extra-rows">
        {extras.map((extra, place) => (
          <ExtraRow
            key={extra.id}
            extra={extra}
            slug={slug}
            place={place}
            count={extras.length}
            onMove={(to) => void move(place, to)}
            onRemove={() => {
              removing.value = extra
            }}
            onRenamed={(renamed) => show(extras.map((each) => (each.id === renamed.id ? renamed : each)))}
          />
        ))}
      </ol>
      <AskDialog
        about={removing}
        title={() => say('Remove this file?')}
        keep={say('Cancel')}
        go={say('Remove it')}
        act={async ({ id }) => {
          const { error } = await api.studio.extras({ id }).delete()
          return error ? troubleOf(error) : null
        }}
        after={({ name }) => {
          announce(say('{name} is removed.', { name }))
          focusOn('#extras-title')
          void read()
        }}
      >
        {({ name }) => (
          <p>
            {inParts(
              say(
                '<b>{name}</b> no longer comes with the casset. People who have it keep it; if nobody does, it is deleted.',
                {
                  name,
                },
              ),
              { b: (text) => <b dir="auto">{text}</b> },
            )}
          </p>
        )}
      </AskDialog>
    </div>
  )
}
