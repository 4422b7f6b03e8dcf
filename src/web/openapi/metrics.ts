import { sendsHeaders } from '../../platform/http/answer/answer-headers.ts'
import { sends } from '../../platform/http/answer/sends.ts'

const problem = { 'application/json': { schema: { type: 'object', required: ['error'] } } }

/** The figures for Prometheus, which Bun serves without Elysia's router (rule: metrics). */
export const metricsOperation = {
  '/metrics': {
    get: {
      operationId: 'getMetrics',
      summary: 'Read the figures of the site, where METRICS_TOKEN is set',
      tags: ['service'],
      security: [{ metricsToken: [] }],
      responses: {
        200: {
          ...sends('Figures in the text format of Prometheus', 'text/plain'),
          headers: sendsHeaders('Cache-Control'),
        },
        401: {
          description: 'The token is missing or wrong',
          headers: sendsHeaders('Cache-Control', 'WWW-Authenticate'),
          content: problem,
        },
        404: { description: 'METRICS_TOKEN is not set', headers: sendsHeaders('Cache-Control'), content: problem },
      },
    },
  },
}
