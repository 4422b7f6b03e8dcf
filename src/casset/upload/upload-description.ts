import { refusals } from '../../platform/http/answer/refusals.ts'
import { takesForm } from '../../platform/http/answer/sends.ts'

const header = (name: string, description: string, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' as const },
})

const text = (description: string) => ({ description, schema: { type: 'string' as const } })
const version = header('Tus-Resumable', '1.0.0')
const offset = text('how many bytes are stored')

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
      headers: {
        Location: text('for tus: the address of the upload'),
        'Tus-Resumable': text('for tus: 1.0.0'),
      },
    },
  },
})

/** Describes OPTIONS, by which clients of tus 1.0 learn what the server supports. */
export const describeMeans = () => ({
  responses: {
    204: {
      description: 'What resumable uploads can do here',
      headers: {
        'Tus-Version': text('1.0.0'),
        'Tus-Extension': text('the extensions of tus, separated by commas'),
        'Tus-Max-Size': text('the most bytes of a file'),
      },
    },
  },
})

export const describePart = (method: 'HEAD' | 'PATCH' | 'DELETE', answersIn: string) => {
  const described = { HEAD: head, PATCH: () => patch(answersIn), DELETE: remove }[method]()
  const refused = refusals('VALIDATION', 'NOT_FOUND', 'FORBIDDEN', 'BAD_STATE')
  return { ...described, responses: { ...described.responses, ...refused } }
}

const head = () => ({
  parameters: [version],
  responses: {
    200: {
      description: 'How far the upload is',
      headers: { 'Upload-Offset': offset, 'Upload-Length': text('the bytes of the whole file') },
    },
  },
})

const patch = (answersIn: string) => ({
  parameters: [version, header('Upload-Offset', 'where these bytes begin')],
  requestBody: {
    required: true,
    content: { 'application/offset+octet-stream': { schema: { type: 'string' as const, format: 'binary' } } },
  },
  responses: {
    204: {
      description: 'The bytes are stored',
      headers: { 'Upload-Offset': offset, [answersIn]: text('the id of what it became, once the upload is complete') },
    },
  },
})

const remove = () => ({ parameters: [version], responses: { 204: { description: 'The upload is given up' } } })
