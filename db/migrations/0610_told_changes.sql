-- sha256 1684781799c442889225ce8251538341d26e896cdfca34510cb85e8f6425e13d
-- How often the payment of an order was told of changes, so that an older copy of the database
-- takes over what its payment knows more, and a newer one nothing that is old.
ALTER TABLE orders ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
