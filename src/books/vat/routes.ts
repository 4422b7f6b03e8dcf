import type { Ctx } from '../../context.ts'
import { answerCsv } from '../../platform/http/answer/send-csv.ts'
import { sends } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { changeRates } from './change-rates.ts'
import * as shape from './model.ts'
import { quarterText, readQuarter } from './quarter.ts'
import { readSummary, summaryCsv } from './summary.ts'
import { changeTerms, readVat } from './terms.ts'

/** Routes of VAT, for the owner of the instance (rule: vat). */
export const vat = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/desk/vat', () => readVat(ctx), {
      operation: 'getVat',
      summary: 'Read the rates of VAT',
      session: true,
      desk: 'money',
      response: { 200: shape.Vat },
    })
    .put(
      '/api/desk/vat',
      ({ body }) => {
        changeTerms(ctx, body)
        return readVat(ctx)
      },
      {
        operation: 'setVat',
        summary: 'Switch VAT on or off',
        session: true,
        act: { act: 'set-vat' },
        body: shape.VatTerms,
        response: { 200: shape.Vat },
      },
    )
    .patch(
      '/api/desk/vat/rates',
      ({ body }) => {
        changeRates(ctx, body)
        return readVat(ctx)
      },
      {
        operation: 'updateVatRates',
        summary: 'Change rates of VAT',
        session: true,
        act: { act: 'set-rates' },
        body: shape.RateChanges,
        response: { 200: shape.Vat },
      },
    )
    .get(
      '/api/desk/vat/summary.csv',
      ({ query }) => {
        const quarter = readQuarter(query.quarter)
        return answerCsv(summaryCsv(readSummary(ctx, quarter)), `vat-${quarterText(quarter)}`)
      },
      {
        operation: 'getVatSummaryCsv',
        summary: 'Fetch the VAT of a quarter as CSV',
        session: true,
        desk: 'money',
        query: shape.QuarterQuery,
        detail: { responses: { 200: sends('The VAT by country and rate', 'text/csv') } },
      },
    )
