BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0005');
CREATE TABLE bans (
	kind VARCHAR(16) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	until BIGINT, 
	reason VARCHAR(200) NOT NULL, 
	PRIMARY KEY (kind, hash)
);
CREATE TABLE chairs (
	table_id VARCHAR(32) NOT NULL, 
	chair INTEGER NOT NULL, 
	email VARCHAR(254), 
	webhook VARCHAR(500), 
	muted VARCHAR(64) NOT NULL, 
	notified INTEGER NOT NULL, email_proof VARCHAR(64), webhook_proof VARCHAR(64), asker VARCHAR(64), told BIGINT, 
	PRIMARY KEY (table_id, chair), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "chairs" VALUES('ce00399f6403574b',1,'bo@example.org',NULL,'0',3,'confirmed',NULL,'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',5);
CREATE TABLE chat (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	deed_id VARCHAR(64) NOT NULL, 
	chair INTEGER, 
	name VARCHAR(64) NOT NULL, 
	text TEXT NOT NULL, 
	audience VARCHAR(16) NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (table_id, number), 
	CONSTRAINT chat_by_deed UNIQUE (table_id, deed_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "chat" VALUES('ce00399f6403574b',1,'line-1',0,'Ana','Good luck!','players',1794873951284);
CREATE TABLE entries (
	table_id VARCHAR(32) NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	form INTEGER NOT NULL, 
	deed_id VARCHAR(64), 
	body TEXT NOT NULL, 
	PRIMARY KEY (table_id, version), 
	CONSTRAINT entries_by_deed UNIQUE (table_id, deed_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "entries" VALUES('ce00399f6403574b',1,1794873951041,1,NULL,'{"kind":"created","settings":{"title":"","edition":"en","tile_set":"archipelago","stocks":"screened","max_rounds":100,"clock":{"kind":"none"},"visibility":"listed","language":null,"spectators":true,"spectator_delay":0,"first_player":null,"hints":null},"chairs":[{"kind":"human","colour":"red","name":"Ana","together":true},{"kind":"human","colour":"green","name":"Bo","together":true}]}');
INSERT INTO "entries" VALUES('ce00399f6403574b',2,1794873951041,1,NULL,'{"kind":"started","order":[0,1],"rules_version":1,"events":[{"type":"setup","exploration":["T02","T03","T07"]},{"type":"deal","seat":0,"cards":["gold_mine","gold_mine","plantation","building","plantation"]},{"type":"deal","seat":1,"cards":["gold_mine","market","plantation","ship","ship"]}],"draws":[1,4,9],"next_draw":14,"drawn_first":true,"sealed":{"kind":"sealed","secret":"1bb3f2191bd51cd1ce0ec8f1be9b68eedc378f98a0bc3bcf953a4931e9300458","commitment":"94c780e1dd5577f858ebffccdc212a55c3d0b42bb52a9c9f3578c22980727ec3"}}');
INSERT INTO "entries" VALUES('ce00399f6403574b',3,1794873951133,1,'move-0','{"kind":"played","seat":0,"event":{"type":"mulligan","seat":0,"discarded":[],"drawn":[]},"draw":14,"next_draw":14}');
INSERT INTO "entries" VALUES('ce00399f6403574b',4,1794873951165,1,'move-1','{"kind":"played","seat":1,"event":{"type":"mulligan","seat":1,"discarded":[],"drawn":[]},"draw":14,"next_draw":14}');
INSERT INTO "entries" VALUES('ce00399f6403574b',5,1794873951167,1,'move-2','{"kind":"played","seat":0,"event":{"type":"first_island","seat":0,"tile":"T02","cell":[0,0],"rotation":0,"part":0,"revealed":"T05"},"draw":14,"next_draw":15}');
INSERT INTO "entries" VALUES('ce00399f6403574b',6,1794873951176,1,'move-3','{"kind":"played","seat":1,"event":{"type":"first_island","seat":1,"tile":"T05","cell":[-1,1],"rotation":1,"part":0,"revealed":"T08"},"draw":15,"next_draw":16}');
INSERT INTO "entries" VALUES('ce00399f6403574b',7,1794873951222,1,'move-4','{"kind":"played","seat":0,"event":{"type":"plantation","seat":0,"site":{"tile":"T02","part":0,"site":0},"paid":["gold_mine","gold_mine"]},"draw":16,"next_draw":16}');
INSERT INTO "entries" VALUES('ce00399f6403574b',8,1794873951228,1,'move-5','{"kind":"played","seat":0,"event":{"type":"end_turn","seat":0,"produced":{"ebony":1},"drawn":["building","plantation","building","market"],"taken":[]},"draw":16,"next_draw":20}');
INSERT INTO "entries" VALUES('ce00399f6403574b',9,1794873951237,1,'move-6','{"kind":"played","seat":1,"event":{"type":"ship","seat":1,"from":"reserve","to":{"tile":"T02","part":0},"explored":null,"paid":["market"]},"draw":20,"next_draw":20}');
INSERT INTO "entries" VALUES('ce00399f6403574b',10,1794873951250,1,'move-7','{"kind":"played","seat":1,"event":{"type":"ship","seat":1,"from":"reserve","to":{"tile":"T02","part":0},"explored":null,"paid":["gold_mine"]},"draw":20,"next_draw":20}');
INSERT INTO "entries" VALUES('ce00399f6403574b',11,1794873951256,1,'move-8','{"kind":"played","seat":1,"event":{"type":"end_turn","seat":1,"produced":{},"drawn":["plantation","building","ship","ship","gold_mine","plantation"],"taken":[]},"draw":20,"next_draw":26}');
INSERT INTO "entries" VALUES('ce00399f6403574b',12,1794873951263,1,'move-9','{"kind":"played","seat":0,"event":{"type":"plantation","seat":0,"site":{"tile":"T02","part":0,"site":1},"paid":["building","building"]},"draw":26,"next_draw":26}');
INSERT INTO "entries" VALUES('ce00399f6403574b',13,1794873951268,1,'move-10','{"kind":"played","seat":0,"event":{"type":"plantation","seat":0,"site":{"tile":"T02","part":0,"site":2},"paid":["building","market"]},"draw":26,"next_draw":26}');
INSERT INTO "entries" VALUES('ce00399f6403574b',14,1794873951276,1,'move-11','{"kind":"played","seat":0,"event":{"type":"end_turn","seat":0,"produced":{"ebony":2,"spice":1},"drawn":["gold_mine","ruins","ship","ship"],"taken":[]},"draw":26,"next_draw":30}');
CREATE TABLE keys (
	name VARCHAR(32) NOT NULL, 
	value VARCHAR(128) NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "keys" VALUES('pepper','d9137a70b1150e1eff26abe95ed5e71da195039f1f990f581998d98df61021b3');
CREATE TABLE leases (
	table_id VARCHAR(32) NOT NULL, 
	version INTEGER NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	until BIGINT NOT NULL, 
	PRIMARY KEY (table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE outages (
	began BIGINT NOT NULL, 
	ended BIGINT NOT NULL, 
	PRIMARY KEY (began)
);
CREATE TABLE records (
	id VARCHAR(32) NOT NULL, 
	created BIGINT NOT NULL, 
	creator VARCHAR(64) NOT NULL, 
	body TEXT NOT NULL, marked BIGINT, size INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	code VARCHAR(16) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	creator VARCHAR(64) NOT NULL, 
	visibility VARCHAR(16) NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	created BIGINT NOT NULL, 
	changed BIGINT NOT NULL, 
	head INTEGER NOT NULL, 
	waiting VARCHAR(8), 
	deadline BIGINT, 
	summary TEXT NOT NULL, round INTEGER, to_move INTEGER, marked BIGINT, 
	PRIMARY KEY (id), 
	UNIQUE (code)
);
INSERT INTO "tables" VALUES('ce00399f6403574b','sbq4pu','','creator','listed','playing',1794873951041,1794873951276,14,'human',NULL,'{"id":"ce00399f6403574b","status":"playing","settings":{"title":"","edition":"en","tile_set":"archipelago","stocks":"screened","max_rounds":100,"clock":{"kind":"none"},"visibility":"listed","language":null,"spectators":true,"spectator_delay":0,"first_player":null,"hints":null},"seats":[{"seat":0,"colour":"red","kind":"human","name":"Ana","bot":null,"substitute":null,"why":null,"online":false,"kept_until":null,"decided":false},{"seat":1,"colour":"green","kind":"human","name":"Bo","bot":null,"substitute":null,"why":null,"online":false,"kept_until":null,"decided":false}],"version":0,"created":0,"changed":0,"round":null,"to_move":null,"watching":0,"commitment":"94c780e1dd5577f858ebffccdc212a55c3d0b42bb52a9c9f3578c22980727ec3","nonce_hashes":["",""],"unopened":[],"code":null,"rematch":null,"branched_from":null,"stopped":null,"rematch_by":null,"result":null,"hints":true}',2,1,NULL);
CREATE TABLE tokens (
	table_id VARCHAR(32) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	chair INTEGER, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (table_id, hash), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "tokens" VALUES('ce00399f6403574b','ad35d94c533a2e5443f88e4ad2e3af5c06caf0cd9a8d3d0e9a2020d10fc036c5',0,1794873951041);
INSERT INTO "tokens" VALUES('ce00399f6403574b','e930be56be197ae6563e3e440949aa1ee3cd75a6438e6ce80a40cdcb6618d382',1,1794873951041);
INSERT INTO "tokens" VALUES('ce00399f6403574b','b9d4e8e14a8335bfd75d8477d86fea07d473121ba4451ad9a76544176889188a',NULL,1794873951041);
CREATE INDEX tables_by_status ON tables (status, visibility, created);
CREATE INDEX tables_by_deadline ON tables (deadline);
CREATE INDEX tables_by_creator ON tables (creator, status);
CREATE INDEX records_by_creation ON records (created);
CREATE INDEX records_by_creator ON records (creator, size);
COMMIT;
