import type { KeptSums } from '../../platform/kept-sums.ts'

const key = 'mode, month, sale_month, country, basis_points, currency'

export const vatSums: KeptSums = {
  differing: `SELECT DISTINCT month AS whose, 0 AS day, mode FROM (
      SELECT ${key} FROM (
        SELECT ${key}, gross_minor, vat_minor FROM vat_months
        UNION ALL SELECT ${key}, -gross_minor, -vat_minor FROM vat_lines
      ) GROUP BY ${key} HAVING sum(gross_minor) <> 0 OR sum(vat_minor) <> 0
    ) ORDER BY whose, mode`,
  repair: [
    'DELETE FROM vat_months WHERE month = $whose AND mode = $mode',
    `INSERT INTO vat_months (${key}, gross_minor, vat_minor)
      SELECT ${key}, sum(gross_minor), sum(vat_minor) FROM vat_lines
      WHERE month = $whose AND mode = $mode GROUP BY ${key}`,
  ],
}
