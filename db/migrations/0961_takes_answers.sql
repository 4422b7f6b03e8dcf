-- sha256 5c2e87a884815c22cd165f16ee3b4c13488c4c9458eb488fa637ea0fabf948d7
-- Whether answers to an artist's letters and to receipts of their sales come to their own address.
ALTER TABLE artists ADD COLUMN takes_answers INTEGER NOT NULL DEFAULT 0;
