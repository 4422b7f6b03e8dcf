import { tryJson } from '../../../src/lib/json/json.ts'
import { say } from '../../../src/lib/language/say.ts'
import { troubleOf } from '../../lib/trouble.ts'

const maxBytes = 60_000_000
const address = '/api/hooks/clips'
const created = 201

export type SentClip = { id: string } | { why: string }

function idOf(body: unknown): string | null {
  const asset: unknown = Reflect.get(Object(body), 'asset')
  const id: unknown = Reflect.get(Object(asset), 'id')
  return typeof id === 'string' ? id : null
}

/** Uploads a clip. `onSent` is called with the fraction that has been sent, from 0 to 1. */
export function sendClip(file: File, onSent: (part: number) => void): Promise<SentClip> {
  if (file.size > maxBytes) return Promise.resolve({ why: say('A clip can have at most 60 MB.') })
  const form = new FormData()
  form.append('file', file)
  return new Promise((settle) => {
    // Not fetch, which does not report upload progress.
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
    request.onerror = () => settle({ why: troubleOf({ value: null }).text })
    request.onload = () => {
      const body = tryJson(request.responseText)
      const id = request.status === created ? idOf(body) : null
      settle(id === null ? { why: troubleOf({ value: body }).text } : { id })
    }
    request.open('POST', address)
    request.send(form)
  })
}
