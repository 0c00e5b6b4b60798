/// The catalogs of databases that have seen all migrations of the development, with the columns
/// numbered without gaps.
enum DevelopmentSchema {
  static let sqlite = #"""
    accounts index accounts_by_flag_subject unique=0 c flag_subject BINARY, rowid BINARY
    accounts index sqlite_autoindex_accounts_1 unique=1 pk id BINARY, rowid BINARY
    accounts index sqlite_autoindex_accounts_2 unique=1 u email BINARY, rowid BINARY
    accounts table withoutRowID=0 strict=1
    accounts.0 id TEXT notNull=1 default= key=1 hidden=0
    accounts.1 email TEXT notNull=1 default= key=0 hidden=0
    accounts.2 name TEXT notNull=1 default= key=0 hidden=0
    accounts.3 nickname TEXT notNull=1 default= key=0 hidden=0
    accounts.4 mobile_number TEXT notNull=1 default= key=0 hidden=0
    accounts.5 password_hash TEXT notNull=1 default= key=0 hidden=0
    accounts.6 created_at INTEGER notNull=1 default= key=0 hidden=0
    accounts.7 flag_subject TEXT notNull=0 default= key=0 hidden=0
    accounts_by_flag_subject is CREATE INDEX accounts_by_flag_subject ON accounts (flag_subject) WHERE flag_subject IS NOT NULL
    admin_tokens index sqlite_autoindex_admin_tokens_1 unique=1 pk name BINARY, hash BINARY, created_at BINARY, expires_at BINARY
    admin_tokens index sqlite_autoindex_admin_tokens_2 unique=1 u hash BINARY, name BINARY
    admin_tokens table withoutRowID=1 strict=1
    admin_tokens.0 name TEXT notNull=1 default= key=1 hidden=0
    admin_tokens.1 hash BLOB notNull=1 default= key=0 hidden=0
    admin_tokens.2 created_at INTEGER notNull=1 default= key=0 hidden=0
    admin_tokens.3 expires_at INTEGER notNull=1 default= key=0 hidden=0
    audit_events index audit_events_by_caller unique=0 c caller BINARY, at BINARY, rowid BINARY
    audit_events index audit_events_by_time unique=0 c at BINARY, rowid BINARY
    audit_events table withoutRowID=0 strict=1
    audit_events.0 number INTEGER notNull=0 default= key=1 hidden=0
    audit_events.1 at INTEGER notNull=1 default= key=0 hidden=0
    audit_events.2 action TEXT notNull=1 default= key=0 hidden=0
    audit_events.3 rider TEXT notNull=0 default= key=0 hidden=0
    audit_events.4 email_hash TEXT notNull=0 default= key=0 hidden=0
    audit_events.5 admin_token TEXT notNull=0 default= key=0 hidden=0
    audit_events.6 address TEXT notNull=0 default= key=0 hidden=0
    audit_events.7 count INTEGER notNull=1 default=1 key=0 hidden=0
    audit_events.8 caller TEXT notNull=0 default= key=0 hidden=0
    audit_events_by_caller is CREATE INDEX audit_events_by_caller ON audit_events (caller, at)
    audit_events_by_time is CREATE INDEX audit_events_by_time ON audit_events (at)
    blocks blocked refers to accounts.id
    blocks index blocks_by_blocked unique=0 c blocked BINARY, rider BINARY
    blocks index sqlite_autoindex_blocks_1 unique=1 pk rider BINARY, blocked BINARY, blocked_at BINARY, name BINARY, email BINARY
    blocks rider refers to accounts.id
    blocks table withoutRowID=1 strict=1
    blocks.0 rider TEXT notNull=1 default= key=1 hidden=0
    blocks.1 blocked TEXT notNull=1 default= key=2 hidden=0
    blocks.2 blocked_at INTEGER notNull=1 default= key=0 hidden=0
    blocks.3 name TEXT notNull=1 default='' key=0 hidden=0
    blocks.4 email TEXT notNull=1 default='' key=0 hidden=0
    blocks_by_blocked is CREATE INDEX blocks_by_blocked ON blocks (blocked)
    declines index declines_by_inviter unique=0 c inviter BINARY, rider BINARY
    declines index sqlite_autoindex_declines_1 unique=1 pk rider BINARY, inviter BINARY, ends_at BINARY
    declines inviter refers to accounts.id
    declines rider refers to accounts.id
    declines table withoutRowID=1 strict=1
    declines.0 rider TEXT notNull=1 default= key=1 hidden=0
    declines.1 inviter TEXT notNull=1 default= key=2 hidden=0
    declines.2 ends_at INTEGER notNull=1 default= key=0 hidden=0
    declines_by_inviter is CREATE INDEX declines_by_inviter ON declines (inviter)
    experiment_budgets index experiment_budgets_by_day unique=0 c day BINARY, subject BINARY
    experiment_budgets index sqlite_autoindex_experiment_budgets_1 unique=1 pk subject BINARY, day BINARY, events BINARY
    experiment_budgets table withoutRowID=1 strict=1
    experiment_budgets.0 subject TEXT notNull=1 default= key=1 hidden=0
    experiment_budgets.1 day INTEGER notNull=1 default= key=0 hidden=0
    experiment_budgets.2 events INTEGER notNull=1 default= key=0 hidden=0
    experiment_budgets_by_day is CREATE INDEX experiment_budgets_by_day ON experiment_budgets (day)
    experiment_conversions index experiment_conversions_by_time unique=0 c at BINARY, subject BINARY, name BINARY
    experiment_conversions index sqlite_autoindex_experiment_conversions_1 unique=1 pk subject BINARY, name BINARY, at BINARY
    experiment_conversions table withoutRowID=1 strict=1
    experiment_conversions.0 subject TEXT notNull=1 default= key=1 hidden=0
    experiment_conversions.1 name TEXT notNull=1 default= key=2 hidden=0
    experiment_conversions.2 at INTEGER notNull=1 default= key=0 hidden=0
    experiment_conversions_by_time is CREATE INDEX experiment_conversions_by_time ON experiment_conversions (at)
    experiment_events index experiment_events_by_time unique=0 c at BINARY, id BINARY
    experiment_events index sqlite_autoindex_experiment_events_1 unique=1 pk id BINARY, subject BINARY, at BINARY, kind BINARY, flag BINARY, variant BINARY, origin BINARY, name BINARY
    experiment_events table withoutRowID=1 strict=1
    experiment_events.0 id TEXT notNull=1 default= key=1 hidden=0
    experiment_events.1 subject TEXT notNull=1 default= key=0 hidden=0
    experiment_events.2 at INTEGER notNull=1 default= key=0 hidden=0
    experiment_events.3 kind TEXT notNull=1 default= key=0 hidden=0
    experiment_events.4 flag TEXT notNull=0 default= key=0 hidden=0
    experiment_events.5 variant TEXT notNull=0 default= key=0 hidden=0
    experiment_events.6 origin TEXT notNull=0 default= key=0 hidden=0
    experiment_events.7 name TEXT notNull=0 default= key=0 hidden=0
    experiment_events_by_time is CREATE INDEX experiment_events_by_time ON experiment_events (at)
    experiment_exposures index experiment_exposures_by_time unique=0 c at BINARY, subject BINARY, flag BINARY
    experiment_exposures index sqlite_autoindex_experiment_exposures_1 unique=1 pk subject BINARY, flag BINARY, variant BINARY, at BINARY, phase BINARY, met_two BINARY, segment BINARY
    experiment_exposures table withoutRowID=1 strict=1
    experiment_exposures.0 subject TEXT notNull=1 default= key=1 hidden=0
    experiment_exposures.1 flag TEXT notNull=1 default= key=2 hidden=0
    experiment_exposures.2 variant TEXT notNull=1 default= key=0 hidden=0
    experiment_exposures.3 at INTEGER notNull=1 default= key=0 hidden=0
    experiment_exposures.4 phase INTEGER notNull=1 default=1 key=0 hidden=0
    experiment_exposures.5 met_two INTEGER notNull=1 default=0 key=0 hidden=0
    experiment_exposures.6 segment TEXT notNull=1 default='' key=0 hidden=0
    experiment_exposures_by_time is CREATE INDEX experiment_exposures_by_time ON experiment_exposures (at)
    experiment_phases index sqlite_autoindex_experiment_phases_1 unique=1 pk flag BINARY, number BINARY, since BINARY, split BINARY
    experiment_phases table withoutRowID=1 strict=1
    experiment_phases.0 flag TEXT notNull=1 default= key=1 hidden=0
    experiment_phases.1 number INTEGER notNull=1 default= key=2 hidden=0
    experiment_phases.2 since INTEGER notNull=1 default= key=0 hidden=0
    experiment_phases.3 split TEXT notNull=1 default= key=0 hidden=0
    experiment_segment_counts index sqlite_autoindex_experiment_segment_counts_1 unique=1 pk flag BINARY, phase BINARY, segment BINARY, variant BINARY, conversion BINARY, subjects BINARY
    experiment_segment_counts table withoutRowID=1 strict=1
    experiment_segment_counts.0 flag TEXT notNull=1 default= key=1 hidden=0
    experiment_segment_counts.1 phase INTEGER notNull=1 default= key=2 hidden=0
    experiment_segment_counts.2 segment TEXT notNull=1 default= key=3 hidden=0
    experiment_segment_counts.3 variant TEXT notNull=1 default= key=4 hidden=0
    experiment_segment_counts.4 conversion TEXT notNull=1 default= key=5 hidden=0
    experiment_segment_counts.5 subjects INTEGER notNull=1 default= key=0 hidden=0
    experiment_segment_sums index sqlite_autoindex_experiment_segment_sums_1 unique=1 pk flag BINARY, phase BINARY, segment BINARY, variant BINARY, name BINARY, riders BINARY, value BINARY, value_squared BINARY, events BINARY, events_squared BINARY, value_events BINARY, before BINARY, before_squared BINARY, value_before BINARY
    experiment_segment_sums table withoutRowID=1 strict=1
    experiment_segment_sums.0 flag TEXT notNull=1 default= key=1 hidden=0
    experiment_segment_sums.1 phase INTEGER notNull=1 default= key=2 hidden=0
    experiment_segment_sums.10 value_events REAL notNull=1 default= key=0 hidden=0
    experiment_segment_sums.11 before REAL notNull=1 default= key=0 hidden=0
    experiment_segment_sums.12 before_squared REAL notNull=1 default= key=0 hidden=0
    experiment_segment_sums.13 value_before REAL notNull=1 default= key=0 hidden=0
    experiment_segment_sums.2 segment TEXT notNull=1 default= key=3 hidden=0
    experiment_segment_sums.3 variant TEXT notNull=1 default= key=4 hidden=0
    experiment_segment_sums.4 name TEXT notNull=1 default= key=5 hidden=0
    experiment_segment_sums.5 riders INTEGER notNull=1 default= key=0 hidden=0
    experiment_segment_sums.6 value REAL notNull=1 default= key=0 hidden=0
    experiment_segment_sums.7 value_squared REAL notNull=1 default= key=0 hidden=0
    experiment_segment_sums.8 events REAL notNull=1 default= key=0 hidden=0
    experiment_segment_sums.9 events_squared REAL notNull=1 default= key=0 hidden=0
    experiment_values index experiment_values_by_time unique=0 c at BINARY, subject BINARY, name BINARY
    experiment_values index sqlite_autoindex_experiment_values_1 unique=1 pk subject BINARY, name BINARY, at BINARY, value BINARY, events BINARY
    experiment_values table withoutRowID=1 strict=1
    experiment_values.0 subject TEXT notNull=1 default= key=1 hidden=0
    experiment_values.1 name TEXT notNull=1 default= key=2 hidden=0
    experiment_values.2 at INTEGER notNull=1 default= key=3 hidden=0
    experiment_values.3 value INTEGER notNull=1 default= key=0 hidden=0
    experiment_values.4 events INTEGER notNull=1 default= key=0 hidden=0
    experiment_values_by_time is CREATE INDEX experiment_values_by_time ON experiment_values (at)
    experiments index sqlite_autoindex_experiments_1 unique=1 pk flag BINARY, started_at BINARY, stopped_at BINARY, design BINARY
    experiments table withoutRowID=1 strict=1
    experiments.0 flag TEXT notNull=1 default= key=1 hidden=0
    experiments.1 started_at INTEGER notNull=1 default= key=2 hidden=0
    experiments.2 stopped_at INTEGER notNull=0 default= key=0 hidden=0
    experiments.3 design TEXT notNull=1 default= key=0 hidden=0
    flag_versions table withoutRowID=0 strict=1
    flag_versions.0 number INTEGER notNull=1 default= key=1 hidden=0
    flag_versions.1 published_at INTEGER notNull=1 default= key=0 hidden=0
    flag_versions.2 author TEXT notNull=1 default= key=0 hidden=0
    flag_versions.3 message TEXT notNull=1 default= key=0 hidden=0
    flag_versions.4 document TEXT notNull=1 default= key=0 hidden=0
    friends friend refers to accounts.id
    friends index friends_by_friend unique=0 c friend BINARY, rider BINARY
    friends index sqlite_autoindex_friends_1 unique=1 pk rider BINARY, friend BINARY, added_at BINARY
    friends rider refers to accounts.id
    friends table withoutRowID=1 strict=1
    friends.0 rider TEXT notNull=1 default= key=1 hidden=0
    friends.1 friend TEXT notNull=1 default= key=2 hidden=0
    friends.2 added_at INTEGER notNull=1 default= key=0 hidden=0
    friends_by_friend is CREATE INDEX friends_by_friend ON friends (friend)
    invitations index invitations_by_email unique=0 c email BINARY, rider BINARY
    invitations index invitations_by_recipient unique=0 c recipient BINARY, rider BINARY, email BINARY
    invitations index sqlite_autoindex_invitations_1 unique=1 pk rider BINARY, email BINARY, invited_at BINARY, recipient BINARY
    invitations rider refers to accounts.id
    invitations table withoutRowID=1 strict=1
    invitations.0 rider TEXT notNull=1 default= key=1 hidden=0
    invitations.1 email TEXT notNull=1 default= key=2 hidden=0
    invitations.2 invited_at INTEGER notNull=1 default= key=0 hidden=0
    invitations.3 recipient TEXT notNull=0 default= key=0 hidden=0
    invitations_by_email is CREATE INDEX invitations_by_email ON invitations (email)
    invitations_by_recipient is CREATE INDEX invitations_by_recipient ON invitations (recipient)
    maintenance index sqlite_autoindex_maintenance_1 unique=1 pk task BINARY, done_at BINARY
    maintenance table withoutRowID=1 strict=1
    maintenance.0 task TEXT notNull=1 default= key=1 hidden=0
    maintenance.1 done_at INTEGER notNull=1 default= key=0 hidden=0
    password_resets index sqlite_autoindex_password_resets_1 unique=1 pk rider BINARY, code_hash BINARY, expires_at BINARY
    password_resets rider refers to accounts.id
    password_resets table withoutRowID=1 strict=1
    password_resets.0 rider TEXT notNull=1 default= key=1 hidden=0
    password_resets.1 code_hash BLOB notNull=1 default= key=0 hidden=0
    password_resets.2 expires_at INTEGER notNull=1 default= key=0 hidden=0
    place_points is CREATE VIRTUAL TABLE place_points USING rtree ( number, min_latitude, max_latitude, min_longitude, max_longitude )
    place_points virtual withoutRowID=0 strict=0
    place_words is CREATE VIRTUAL TABLE place_words USING fts5 ( folded, content = 'places', content_rowid = 'number', columnsize = 0, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2' )
    place_words virtual withoutRowID=0 strict=0
    places index places_by_name unique=0 c folded BINARY, rowid BINARY
    places index sqlite_autoindex_places_1 unique=1 u id BINARY, rowid BINARY
    places table withoutRowID=0 strict=1
    places.0 number INTEGER notNull=0 default= key=1 hidden=0
    places.1 id TEXT notNull=1 default= key=0 hidden=0
    places.2 name TEXT notNull=1 default= key=0 hidden=0
    places.3 folded TEXT notNull=1 default= key=0 hidden=0
    places.4 latitude REAL notNull=1 default= key=0 hidden=0
    places.5 longitude REAL notNull=1 default= key=0 hidden=0
    places_by_name is CREATE INDEX places_by_name ON places (folded)
    posts author refers to accounts.id
    posts index posts_by_author unique=0 c author BINARY, created_at BINARY, rowid BINARY
    posts index posts_by_request unique=1 c author BINARY, request_key BINARY, rowid BINARY
    posts index posts_by_ride unique=0 c ride BINARY, rowid BINARY
    posts index sqlite_autoindex_posts_1 unique=1 u id BINARY, rowid BINARY
    posts ride refers to rides.id
    posts table withoutRowID=0 strict=1
    posts.0 number INTEGER notNull=0 default= key=1 hidden=0
    posts.1 id TEXT notNull=1 default= key=0 hidden=0
    posts.2 author TEXT notNull=1 default= key=0 hidden=0
    posts.3 text TEXT notNull=1 default= key=0 hidden=0
    posts.4 ride TEXT notNull=0 default= key=0 hidden=0
    posts.5 created_at INTEGER notNull=1 default= key=0 hidden=0
    posts.6 request_key TEXT notNull=0 default= key=0 hidden=0
    posts.7 request_fingerprint BLOB notNull=0 default= key=0 hidden=0
    posts_by_author is CREATE INDEX posts_by_author ON posts (author, created_at)
    posts_by_request is CREATE UNIQUE INDEX posts_by_request ON posts (author, request_key) WHERE request_key IS NOT NULL
    posts_by_ride is CREATE INDEX posts_by_ride ON posts (ride) WHERE ride IS NOT NULL
    rides index rides_by_request unique=1 c rider BINARY, request_key BINARY, rowid BINARY
    rides index rides_by_rider unique=0 c rider BINARY, rowid BINARY
    rides index sqlite_autoindex_rides_1 unique=1 u id BINARY, rowid BINARY
    rides rider refers to accounts.id
    rides table withoutRowID=0 strict=1
    rides.0 number INTEGER notNull=0 default= key=1 hidden=0
    rides.1 id TEXT notNull=1 default= key=0 hidden=0
    rides.10 completed_at INTEGER notNull=1 default= key=0 hidden=0
    rides.11 cancelled_at INTEGER notNull=0 default= key=0 hidden=0
    rides.12 seed INTEGER notNull=1 default= key=0 hidden=0
    rides.13 approach BLOB notNull=1 default= key=0 hidden=0
    rides.14 route BLOB notNull=1 default= key=0 hidden=0
    rides.15 request_key TEXT notNull=0 default= key=0 hidden=0
    rides.16 request_fingerprint BLOB notNull=0 default= key=0 hidden=0
    rides.17 request TEXT notNull=1 default='' key=0 hidden=0
    rides.2 rider TEXT notNull=1 default= key=0 hidden=0
    rides.3 currency TEXT notNull=1 default= key=0 hidden=0
    rides.4 price INTEGER notNull=1 default= key=0 hidden=0
    rides.5 requested_at INTEGER notNull=1 default= key=0 hidden=0
    rides.6 accepted_at INTEGER notNull=1 default= key=0 hidden=0
    rides.7 arriving_at INTEGER notNull=1 default= key=0 hidden=0
    rides.8 arrived_at INTEGER notNull=1 default= key=0 hidden=0
    rides.9 boarded_at INTEGER notNull=1 default= key=0 hidden=0
    rides_by_request is CREATE UNIQUE INDEX rides_by_request ON rides (rider, request_key) WHERE request_key IS NOT NULL
    rides_by_rider is CREATE INDEX rides_by_rider ON rides (rider)
    sessions index sessions_by_expiry unique=0 c expires_at BINARY, token_hash BINARY
    sessions index sessions_by_rider unique=0 c rider BINARY, ends_at BINARY, token_hash BINARY
    sessions index sqlite_autoindex_sessions_1 unique=1 pk token_hash BINARY, rider BINARY, expires_at BINARY, ends_at BINARY
    sessions rider refers to accounts.id
    sessions table withoutRowID=1 strict=1
    sessions.0 token_hash BLOB notNull=1 default= key=1 hidden=0
    sessions.1 rider TEXT notNull=1 default= key=0 hidden=0
    sessions.2 expires_at INTEGER notNull=1 default= key=0 hidden=0
    sessions.3 ends_at INTEGER notNull=1 default=0 key=0 hidden=0
    sessions_by_expiry is CREATE INDEX sessions_by_expiry ON sessions (expires_at)
    sessions_by_rider is CREATE INDEX sessions_by_rider ON sessions (rider, ends_at)
    shares index shares_by_post unique=0 c post BINARY, rowid BINARY
    shares index shares_by_recipient unique=0 c recipient BINARY, rowid BINARY
    shares index sqlite_autoindex_shares_1 unique=1 u recipient BINARY, post BINARY, rowid BINARY
    shares post refers to posts.id
    shares recipient refers to accounts.id
    shares table withoutRowID=0 strict=1
    shares.0 number INTEGER notNull=0 default= key=1 hidden=0
    shares.1 recipient TEXT notNull=1 default= key=0 hidden=0
    shares.2 post TEXT notNull=1 default= key=0 hidden=0
    shares.3 shared_at INTEGER notNull=1 default= key=0 hidden=0
    shares.4 read_at INTEGER notNull=0 default= key=0 hidden=0
    shares_by_post is CREATE INDEX shares_by_post ON shares (post)
    shares_by_recipient is CREATE INDEX shares_by_recipient ON shares (recipient)
    """#

  static let postgreSQL = #"""
    accounts constraint accounts_email_key UNIQUE (email)
    accounts constraint accounts_pkey PRIMARY KEY (id)
    accounts index CREATE INDEX accounts_by_flag_subject ON accounts USING btree (flag_subject) WHERE (flag_subject IS NOT NULL)
    accounts index CREATE UNIQUE INDEX accounts_email_key ON accounts USING btree (email)
    accounts index CREATE UNIQUE INDEX accounts_pkey ON accounts USING btree (id)
    accounts.1 id text nullable=NO default= collation= identity= generated=
    accounts.2 email text nullable=NO default= collation= identity= generated=
    accounts.3 name text nullable=NO default= collation= identity= generated=
    accounts.4 nickname text nullable=NO default= collation= identity= generated=
    accounts.5 mobile_number text nullable=NO default= collation= identity= generated=
    accounts.6 password_hash text nullable=NO default= collation= identity= generated=
    accounts.7 created_at int8 nullable=NO default= collation= identity= generated=
    accounts.8 flag_subject text nullable=YES default= collation= identity= generated=
    admin_tokens constraint admin_tokens_hash_key UNIQUE (hash)
    admin_tokens constraint admin_tokens_pkey PRIMARY KEY (name)
    admin_tokens index CREATE UNIQUE INDEX admin_tokens_hash_key ON admin_tokens USING btree (hash)
    admin_tokens index CREATE UNIQUE INDEX admin_tokens_pkey ON admin_tokens USING btree (name)
    admin_tokens.1 name text nullable=NO default= collation=C identity= generated=
    admin_tokens.2 hash bytea nullable=NO default= collation= identity= generated=
    admin_tokens.3 created_at int8 nullable=NO default= collation= identity= generated=
    admin_tokens.4 expires_at int8 nullable=NO default= collation= identity= generated=
    audit_events constraint audit_events_pkey PRIMARY KEY (number)
    audit_events index CREATE INDEX audit_events_by_caller ON audit_events USING btree (caller, at)
    audit_events index CREATE INDEX audit_events_by_time ON audit_events USING btree (at)
    audit_events index CREATE UNIQUE INDEX audit_events_pkey ON audit_events USING btree (number)
    audit_events.1 number int8 nullable=NO default= collation= identity=ALWAYS generated=
    audit_events.2 at int8 nullable=NO default= collation= identity= generated=
    audit_events.3 action text nullable=NO default= collation= identity= generated=
    audit_events.4 rider text nullable=YES default= collation= identity= generated=
    audit_events.5 email_hash text nullable=YES default= collation= identity= generated=
    audit_events.6 admin_token text nullable=YES default= collation= identity= generated=
    audit_events.7 address text nullable=YES default= collation= identity= generated=
    audit_events.8 count int8 nullable=NO default=1 collation= identity= generated=
    audit_events.9 caller text nullable=YES default= collation= identity= generated=
    blocks constraint blocks_blocked_fkey FOREIGN KEY (blocked) REFERENCES accounts(id)
    blocks constraint blocks_pkey PRIMARY KEY (rider, blocked)
    blocks constraint blocks_rider_fkey FOREIGN KEY (rider) REFERENCES accounts(id)
    blocks index CREATE INDEX blocks_by_blocked ON blocks USING btree (blocked)
    blocks index CREATE UNIQUE INDEX blocks_pkey ON blocks USING btree (rider, blocked)
    blocks.1 rider text nullable=NO default= collation= identity= generated=
    blocks.2 blocked text nullable=NO default= collation= identity= generated=
    blocks.3 blocked_at int8 nullable=NO default= collation= identity= generated=
    blocks.4 name text nullable=NO default=''::text collation= identity= generated=
    blocks.5 email text nullable=NO default=''::text collation= identity= generated=
    declines constraint declines_inviter_fkey FOREIGN KEY (inviter) REFERENCES accounts(id)
    declines constraint declines_pkey PRIMARY KEY (rider, inviter)
    declines constraint declines_rider_fkey FOREIGN KEY (rider) REFERENCES accounts(id)
    declines index CREATE INDEX declines_by_inviter ON declines USING btree (inviter)
    declines index CREATE UNIQUE INDEX declines_pkey ON declines USING btree (rider, inviter)
    declines.1 rider text nullable=NO default= collation= identity= generated=
    declines.2 inviter text nullable=NO default= collation= identity= generated=
    declines.3 ends_at int8 nullable=NO default= collation= identity= generated=
    experiment_budgets constraint experiment_budgets_pkey PRIMARY KEY (subject)
    experiment_budgets index CREATE INDEX experiment_budgets_by_day ON experiment_budgets USING btree (day)
    experiment_budgets index CREATE UNIQUE INDEX experiment_budgets_pkey ON experiment_budgets USING btree (subject)
    experiment_budgets.1 subject text nullable=NO default= collation= identity= generated=
    experiment_budgets.2 day int8 nullable=NO default= collation= identity= generated=
    experiment_budgets.3 events int8 nullable=NO default= collation= identity= generated=
    experiment_conversions constraint experiment_conversions_pkey PRIMARY KEY (subject, name)
    experiment_conversions index CREATE INDEX experiment_conversions_by_time ON experiment_conversions USING btree (at)
    experiment_conversions index CREATE UNIQUE INDEX experiment_conversions_pkey ON experiment_conversions USING btree (subject, name)
    experiment_conversions.1 subject text nullable=NO default= collation= identity= generated=
    experiment_conversions.2 name text nullable=NO default= collation= identity= generated=
    experiment_conversions.3 at int8 nullable=NO default= collation= identity= generated=
    experiment_events constraint experiment_events_pkey PRIMARY KEY (id)
    experiment_events index CREATE INDEX experiment_events_by_time ON experiment_events USING btree (at)
    experiment_events index CREATE UNIQUE INDEX experiment_events_pkey ON experiment_events USING btree (id)
    experiment_events.1 id text nullable=NO default= collation= identity= generated=
    experiment_events.2 subject text nullable=NO default= collation= identity= generated=
    experiment_events.3 at int8 nullable=NO default= collation= identity= generated=
    experiment_events.4 kind text nullable=NO default= collation= identity= generated=
    experiment_events.5 flag text nullable=YES default= collation=C identity= generated=
    experiment_events.6 variant text nullable=YES default= collation= identity= generated=
    experiment_events.7 origin text nullable=YES default= collation= identity= generated=
    experiment_events.8 name text nullable=YES default= collation=C identity= generated=
    experiment_exposures constraint experiment_exposures_pkey PRIMARY KEY (subject, flag)
    experiment_exposures index CREATE INDEX experiment_exposures_by_time ON experiment_exposures USING btree (at)
    experiment_exposures index CREATE UNIQUE INDEX experiment_exposures_pkey ON experiment_exposures USING btree (subject, flag)
    experiment_exposures.1 subject text nullable=NO default= collation= identity= generated=
    experiment_exposures.2 flag text nullable=NO default= collation= identity= generated=
    experiment_exposures.3 variant text nullable=NO default= collation= identity= generated=
    experiment_exposures.4 at int8 nullable=NO default= collation= identity= generated=
    experiment_exposures.5 phase int8 nullable=NO default=1 collation= identity= generated=
    experiment_exposures.6 met_two int8 nullable=NO default=0 collation= identity= generated=
    experiment_exposures.7 segment text nullable=NO default=''::text collation= identity= generated=
    experiment_phases constraint experiment_phases_pkey PRIMARY KEY (flag, number)
    experiment_phases index CREATE UNIQUE INDEX experiment_phases_pkey ON experiment_phases USING btree (flag, number)
    experiment_phases.1 flag text nullable=NO default= collation= identity= generated=
    experiment_phases.2 number int8 nullable=NO default= collation= identity= generated=
    experiment_phases.3 since int8 nullable=NO default= collation= identity= generated=
    experiment_phases.4 split text nullable=NO default= collation= identity= generated=
    experiment_segment_counts constraint experiment_segment_counts_pkey PRIMARY KEY (flag, phase, segment, variant, conversion)
    experiment_segment_counts index CREATE UNIQUE INDEX experiment_segment_counts_pkey ON experiment_segment_counts USING btree (flag, phase, segment, variant, conversion)
    experiment_segment_counts.1 flag text nullable=NO default= collation=C identity= generated=
    experiment_segment_counts.2 phase int8 nullable=NO default= collation= identity= generated=
    experiment_segment_counts.3 segment text nullable=NO default= collation= identity= generated=
    experiment_segment_counts.4 variant text nullable=NO default= collation= identity= generated=
    experiment_segment_counts.5 conversion text nullable=NO default= collation=C identity= generated=
    experiment_segment_counts.6 subjects int8 nullable=NO default= collation= identity= generated=
    experiment_segment_sums constraint experiment_segment_sums_pkey PRIMARY KEY (flag, phase, segment, variant, name)
    experiment_segment_sums index CREATE UNIQUE INDEX experiment_segment_sums_pkey ON experiment_segment_sums USING btree (flag, phase, segment, variant, name)
    experiment_segment_sums.1 flag text nullable=NO default= collation=C identity= generated=
    experiment_segment_sums.10 events_squared float8 nullable=NO default= collation= identity= generated=
    experiment_segment_sums.11 value_events float8 nullable=NO default= collation= identity= generated=
    experiment_segment_sums.12 before float8 nullable=NO default= collation= identity= generated=
    experiment_segment_sums.13 before_squared float8 nullable=NO default= collation= identity= generated=
    experiment_segment_sums.14 value_before float8 nullable=NO default= collation= identity= generated=
    experiment_segment_sums.2 phase int8 nullable=NO default= collation= identity= generated=
    experiment_segment_sums.3 segment text nullable=NO default= collation= identity= generated=
    experiment_segment_sums.4 variant text nullable=NO default= collation= identity= generated=
    experiment_segment_sums.5 name text nullable=NO default= collation=C identity= generated=
    experiment_segment_sums.6 riders int8 nullable=NO default= collation= identity= generated=
    experiment_segment_sums.7 value float8 nullable=NO default= collation= identity= generated=
    experiment_segment_sums.8 value_squared float8 nullable=NO default= collation= identity= generated=
    experiment_segment_sums.9 events float8 nullable=NO default= collation= identity= generated=
    experiment_values constraint experiment_values_pkey PRIMARY KEY (subject, name, at)
    experiment_values index CREATE INDEX experiment_values_by_time ON experiment_values USING btree (at)
    experiment_values index CREATE UNIQUE INDEX experiment_values_pkey ON experiment_values USING btree (subject, name, at)
    experiment_values.1 subject text nullable=NO default= collation= identity= generated=
    experiment_values.2 name text nullable=NO default= collation= identity= generated=
    experiment_values.3 at int8 nullable=NO default= collation= identity= generated=
    experiment_values.4 value int8 nullable=NO default= collation= identity= generated=
    experiment_values.5 events int8 nullable=NO default= collation= identity= generated=
    experiments constraint experiments_pkey PRIMARY KEY (flag, started_at)
    experiments index CREATE UNIQUE INDEX experiments_pkey ON experiments USING btree (flag, started_at)
    experiments.1 flag text nullable=NO default= collation=C identity= generated=
    experiments.2 started_at int8 nullable=NO default= collation= identity= generated=
    experiments.3 stopped_at int8 nullable=YES default= collation= identity= generated=
    experiments.4 design text nullable=NO default= collation= identity= generated=
    flag_versions constraint flag_versions_pkey PRIMARY KEY (number)
    flag_versions index CREATE UNIQUE INDEX flag_versions_pkey ON flag_versions USING btree (number)
    flag_versions.1 number int8 nullable=NO default= collation= identity= generated=
    flag_versions.2 published_at int8 nullable=NO default= collation= identity= generated=
    flag_versions.3 author text nullable=NO default= collation= identity= generated=
    flag_versions.4 message text nullable=NO default= collation= identity= generated=
    flag_versions.5 document text nullable=NO default= collation= identity= generated=
    friends constraint friends_friend_fkey FOREIGN KEY (friend) REFERENCES accounts(id)
    friends constraint friends_pkey PRIMARY KEY (rider, friend)
    friends constraint friends_rider_fkey FOREIGN KEY (rider) REFERENCES accounts(id)
    friends index CREATE INDEX friends_by_friend ON friends USING btree (friend)
    friends index CREATE UNIQUE INDEX friends_pkey ON friends USING btree (rider, friend)
    friends.1 rider text nullable=NO default= collation= identity= generated=
    friends.2 friend text nullable=NO default= collation= identity= generated=
    friends.3 added_at int8 nullable=NO default= collation= identity= generated=
    invitations constraint invitations_pkey PRIMARY KEY (rider, email)
    invitations constraint invitations_rider_fkey FOREIGN KEY (rider) REFERENCES accounts(id)
    invitations index CREATE INDEX invitations_by_email ON invitations USING btree (email)
    invitations index CREATE INDEX invitations_by_recipient ON invitations USING btree (recipient)
    invitations index CREATE UNIQUE INDEX invitations_pkey ON invitations USING btree (rider, email)
    invitations.1 rider text nullable=NO default= collation= identity= generated=
    invitations.2 email text nullable=NO default= collation= identity= generated=
    invitations.3 invited_at int8 nullable=NO default= collation= identity= generated=
    invitations.4 recipient text nullable=YES default= collation= identity= generated=
    maintenance constraint maintenance_pkey PRIMARY KEY (task)
    maintenance index CREATE UNIQUE INDEX maintenance_pkey ON maintenance USING btree (task)
    maintenance.1 task text nullable=NO default= collation= identity= generated=
    maintenance.2 done_at int8 nullable=NO default= collation= identity= generated=
    password_resets constraint password_resets_pkey PRIMARY KEY (rider)
    password_resets constraint password_resets_rider_fkey FOREIGN KEY (rider) REFERENCES accounts(id)
    password_resets index CREATE UNIQUE INDEX password_resets_pkey ON password_resets USING btree (rider)
    password_resets.1 rider text nullable=NO default= collation= identity= generated=
    password_resets.2 code_hash bytea nullable=NO default= collation= identity= generated=
    password_resets.3 expires_at int8 nullable=NO default= collation= identity= generated=
    places constraint places_pkey PRIMARY KEY (id)
    places index CREATE INDEX places_by_name ON places USING btree (folded)
    places index CREATE INDEX places_by_spot ON places USING gist (spot)
    places index CREATE INDEX places_by_word ON places USING gin (words)
    places index CREATE UNIQUE INDEX places_pkey ON places USING btree (id)
    places.1 id text nullable=NO default= collation= identity= generated=
    places.2 name text nullable=NO default= collation= identity= generated=
    places.3 folded text nullable=NO default= collation=C identity= generated=
    places.4 latitude float8 nullable=NO default= collation= identity= generated=
    places.5 longitude float8 nullable=NO default= collation= identity= generated=
    places.6 words tsvector nullable=NO default= collation= identity= generated=array_to_tsvector(string_to_array(folded, ' '::text))
    places.7 spot cube nullable=NO default= collation= identity= generated=cube(ARRAY[(cos(radians(latitude)) * cos(radians(longitude))), (cos(radians(latitude)) * sin(radians(longitude))), sin(radians(latitude))])
    posts constraint posts_author_fkey FOREIGN KEY (author) REFERENCES accounts(id)
    posts constraint posts_pkey PRIMARY KEY (id)
    posts constraint posts_ride_fkey FOREIGN KEY (ride) REFERENCES rides(id)
    posts index CREATE INDEX posts_by_author ON posts USING btree (author, created_at)
    posts index CREATE INDEX posts_by_ride ON posts USING btree (ride) WHERE (ride IS NOT NULL)
    posts index CREATE UNIQUE INDEX posts_by_request ON posts USING btree (author, request_key) WHERE (request_key IS NOT NULL)
    posts index CREATE UNIQUE INDEX posts_pkey ON posts USING btree (id)
    posts.1 id text nullable=NO default= collation= identity= generated=
    posts.2 author text nullable=NO default= collation= identity= generated=
    posts.3 text text nullable=NO default= collation= identity= generated=
    posts.4 ride text nullable=YES default= collation= identity= generated=
    posts.5 created_at int8 nullable=NO default= collation= identity= generated=
    posts.6 request_key text nullable=YES default= collation= identity= generated=
    posts.7 request_fingerprint bytea nullable=YES default= collation= identity= generated=
    rides constraint rides_pkey PRIMARY KEY (id)
    rides constraint rides_rider_fkey FOREIGN KEY (rider) REFERENCES accounts(id)
    rides index CREATE INDEX rides_by_rider ON rides USING btree (rider, number)
    rides index CREATE UNIQUE INDEX rides_by_request ON rides USING btree (rider, request_key) WHERE (request_key IS NOT NULL)
    rides index CREATE UNIQUE INDEX rides_pkey ON rides USING btree (id)
    rides.1 number int8 nullable=NO default= collation= identity=ALWAYS generated=
    rides.10 boarded_at int8 nullable=NO default= collation= identity= generated=
    rides.11 completed_at int8 nullable=NO default= collation= identity= generated=
    rides.12 cancelled_at int8 nullable=YES default= collation= identity= generated=
    rides.13 seed int8 nullable=NO default= collation= identity= generated=
    rides.14 approach bytea nullable=NO default= collation= identity= generated=
    rides.15 route bytea nullable=NO default= collation= identity= generated=
    rides.16 request_key text nullable=YES default= collation= identity= generated=
    rides.17 request_fingerprint bytea nullable=YES default= collation= identity= generated=
    rides.18 request text nullable=NO default=''::text collation= identity= generated=
    rides.2 id text nullable=NO default= collation= identity= generated=
    rides.3 rider text nullable=NO default= collation= identity= generated=
    rides.4 currency text nullable=NO default= collation= identity= generated=
    rides.5 price int8 nullable=NO default= collation= identity= generated=
    rides.6 requested_at int8 nullable=NO default= collation= identity= generated=
    rides.7 accepted_at int8 nullable=NO default= collation= identity= generated=
    rides.8 arriving_at int8 nullable=NO default= collation= identity= generated=
    rides.9 arrived_at int8 nullable=NO default= collation= identity= generated=
    sessions constraint sessions_pkey PRIMARY KEY (token_hash)
    sessions constraint sessions_rider_fkey FOREIGN KEY (rider) REFERENCES accounts(id)
    sessions index CREATE INDEX sessions_by_expiry ON sessions USING btree (expires_at)
    sessions index CREATE INDEX sessions_by_rider ON sessions USING btree (rider, ends_at)
    sessions index CREATE UNIQUE INDEX sessions_pkey ON sessions USING btree (token_hash)
    sessions.1 token_hash bytea nullable=NO default= collation= identity= generated=
    sessions.2 rider text nullable=NO default= collation= identity= generated=
    sessions.3 expires_at int8 nullable=NO default= collation= identity= generated=
    sessions.4 ends_at int8 nullable=NO default=0 collation= identity= generated=
    shares constraint shares_pkey PRIMARY KEY (recipient, post)
    shares constraint shares_post_fkey FOREIGN KEY (post) REFERENCES posts(id)
    shares constraint shares_recipient_fkey FOREIGN KEY (recipient) REFERENCES accounts(id)
    shares index CREATE INDEX shares_by_post ON shares USING btree (post)
    shares index CREATE INDEX shares_by_recipient ON shares USING btree (recipient, number)
    shares index CREATE UNIQUE INDEX shares_pkey ON shares USING btree (recipient, post)
    shares.1 number int8 nullable=NO default= collation= identity=ALWAYS generated=
    shares.2 recipient text nullable=NO default= collation= identity= generated=
    shares.3 post text nullable=NO default= collation= identity= generated=
    shares.4 shared_at int8 nullable=NO default= collation= identity= generated=
    shares.5 read_at int8 nullable=YES default= collation= identity= generated=
    """#
}
