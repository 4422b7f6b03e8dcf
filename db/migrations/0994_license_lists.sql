-- sha256 40dfcc073ae3cbdcc92b441f427241e0be4140b1e3c58f54d7508d28f18b94f8
-- The place of a license in a status list (W3C Bitstring Status List 1.0).
ALTER TABLE licenses ADD COLUMN list_origin INTEGER;
ALTER TABLE licenses ADD COLUMN list_number INTEGER;
ALTER TABLE licenses ADD COLUMN list_index INTEGER;
CREATE INDEX licenses_by_list ON licenses (list_origin, list_number, list_index) WHERE list_index IS NOT NULL;
CREATE INDEX licenses_ended_by_list ON licenses (list_origin, list_number, list_index)
  WHERE list_index IS NOT NULL AND ended_at IS NOT NULL;
