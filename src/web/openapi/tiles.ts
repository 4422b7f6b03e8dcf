import { sendsHeaders } from '../../platform/http/answer/answer-headers.ts'
import { refusals } from '../../platform/http/answer/refusals.ts'
import { sends } from '../../platform/http/answer/sends.ts'
import type { Parameter } from './operation.ts'

const number = { type: 'string', pattern: '^(?:x[0-9]{3}/)*[0-9]{3}(?:\\.p/[1-9][0-9]{0,2})?$' } as const

const tile = (operationId: string, summary: string, more: readonly Parameter[]) => ({
  get: {
    operationId,
    summary,
    description:
      'As C2SP tlog-tiles has it: N in groups of three digits, x001/234, and .p/W for a tile that is not full.',
    tags: ['log'],
    security: [],
    parameters: [...more, { name: 'N', in: 'path', required: true, schema: number }],
    responses: {
      200: {
        ...sends('The hashes or entries of the tile', 'application/octet-stream'),
        headers: sendsHeaders('Cache-Control'),
      },
      ...refusals('NOT_FOUND'),
    },
  },
})

const level = { name: 'L', in: 'path', required: true, schema: { type: 'integer', minimum: 0, maximum: 63 } } as const

/** The log's tiles, whose addresses have as many parts as their numbers have digits. */
export const tileOperations = {
  '/log/tile/{L}/{N}': tile('getLogTile', 'Read a tile of hashes of the log', [level]),
  '/log/tile/entries/{N}': tile('getLogEntries', 'Read a tile of entries of the log', []),
}
