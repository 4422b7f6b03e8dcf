import { type HeaderName, sendsHeaders } from '../../platform/http/answer/answer-headers.ts'
import { refusals } from '../../platform/http/answer/refusals.ts'
import { takesForm } from '../../platform/http/answer/sends.ts'

const header = (name: string, description: string, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' as const },
})

const version = header('Tus-Resumable', '1.0.0')

/** The file, the further fields of its form, and the fields that tus takes. */
type Described = { file: string; fields: Readonly<Record<string, string>>; tusFields: string }

/** Describes a new upload: a form with the whole file, or the creation of tus 1.0. */
export const describeUpload = ({ file, fields, tusFields }: Described) => ({
  description:
    'The file in a form; or, with Tus-Resumable and no form, the start of an upload that can be resumed, whose bytes ' +
    'are sent to the address in Location.',
  parameters: [
    { ...version, required: false },
    header('Upload-Length', 'for tus: the bytes of the whole file', false),
    header('Upload-Metadata', `for tus: ${tusFields}, each in base64`, false),
  ],
  requestBody: {
    ...takesForm(file, fields),
    required: false,
  },
  responses: {
    201: {
      description: 'Created',
      headers: sendsHeaders('Location', 'Tus-Resumable'),
    },
  },
})

/** Describes OPTIONS, by which clients of tus 1.0 learn what the server supports. */
export const describeMeans = () => ({
  responses: {
    204: {
      description: 'What resumable uploads can do here',
      headers: sendsHeaders('Tus-Resumable', 'Tus-Version', 'Tus-Extension', 'Tus-Max-Size'),
    },
  },
})

export const describePart = (method: 'HEAD' | 'PATCH' | 'DELETE', answersIn: HeaderName) => {
  const described = { HEAD: head, PATCH: () => patch(answersIn), DELETE: remove }[method]()
  const refused = refusals('VALIDATION', 'NOT_FOUND', 'FORBIDDEN', 'BAD_STATE')
  return { ...described, responses: { ...described.responses, ...refused } }
}

const head = () => ({
  parameters: [version],
  responses: {
    200: {
      description: 'How far the upload is',
      headers: sendsHeaders(
        'Tus-Resumable',
        'Upload-Offset',
        'Upload-Length',
        'Upload-Defer-Length',
        'Upload-Metadata',
      ),
    },
  },
})

const patch = (answersIn: HeaderName) => ({
  parameters: [version, header('Upload-Offset', 'where these bytes begin')],
  requestBody: {
    required: true,
    content: { 'application/offset+octet-stream': { schema: { type: 'string' as const, format: 'binary' } } },
  },
  responses: {
    204: {
      description: 'The bytes are stored',
      headers: sendsHeaders('Tus-Resumable', 'Upload-Offset', answersIn),
    },
  },
})

const remove = () => ({
  parameters: [version],
  responses: { 204: { description: 'The upload is given up', headers: sendsHeaders('Tus-Resumable') } },
})
