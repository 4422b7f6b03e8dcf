import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { type Check, check } from '../../../src/lib/verify/check.ts'
import { checkFile } from '../../../src/lib/verify/check-file.ts'
import { renditionsOf, type SignedManifest } from '../../../src/lib/verify/signed-manifest.ts'
import { announce } from '../../lib/announce.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { useDrop } from '../../lib/use-drop.ts'
import { CheckLine } from './check-line.tsx'

type FileCheckProps = { read: () => Promise<SignedManifest> }

/** Compares byte for byte; nothing of the file is sent anywhere. */
export function FileCheck({ read }: FileCheckProps) {
  const found = useSignal<Check | null>(null)
  const percent = useSignal<number | null>(null)
  const take = async (file: File) => {
    if (percent.value !== null) return
    percent.value = 0
    found.value = null
    found.value = await check('file', async () => {
      const renditions = renditionsOf(await read())
      const told = (bytes: number) => {
        percent.value = file.size === 0 ? 100 : Math.floor((bytes / file.size) * 100)
      }
      return checkFile(renditions, { name: file.name, bytes: file, read: told })
    }).finally(() => {
      percent.value = null
    })
    announce(found.value.text)
  }
  const isOver = useDrop(({ files: [file] }) => file && void take(file))
  return (
    <div class="file-check" data-over={isOver.value || undefined}>
      <p>
        {inParts(
          say(
            '<b>Do you have a file of it?</b> Drop it here, or choose it; of a zip, each file in it is looked at. It stays on your device.',
          ),
          { b: (text) => <b>{text}</b> },
        )}
      </p>
      <div class="acts needs-js">
        <label class="key" aria-busy={percent.value !== null}>
          <input
            class="sr"
            type="file"
            disabled={percent.value !== null}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              currentTarget.value = ''
              if (file) void take(file)
            }}
          />
          {percent.value === null ? say('Choose a file') : say('Reading… {percent} %', { percent: percent.value })}
        </label>
      </div>
      <ul class="checks stack" hidden={found.value === null}>
        {found.value && <CheckLine check={found.value} />}
      </ul>
    </div>
  )
}
