extension Migration {
  static let sharing = statements {
    """
    CREATE TABLE friends (
      rider text NOT NULL REFERENCES accounts (id),
      friend text NOT NULL REFERENCES accounts (id),
      added_at \($0.integer) NOT NULL,
      PRIMARY KEY (rider, friend)
    )\($0.tableOptions);
    CREATE TABLE posts (
      \($0.hiddenRowNumber)
      id text NOT NULL \($0.keyBesideRowNumber),
      author text NOT NULL REFERENCES accounts (id),
      text text NOT NULL,
      ride text REFERENCES rides (id),
      created_at \($0.integer) NOT NULL,
      request_key text,
      request_fingerprint \($0.blob)
    )\($0.rowTableOptions);
    CREATE UNIQUE INDEX posts_by_request ON posts (author, request_key)
      WHERE request_key IS NOT NULL;
    CREATE TABLE shares (
      number \($0.rowNumber),
      recipient text NOT NULL REFERENCES accounts (id),
      post text NOT NULL REFERENCES posts (id),
      shared_at \($0.integer) NOT NULL,
      read_at \($0.integer),
      \($0.keyBesideRowNumber) (recipient, post)
    )\($0.rowTableOptions);
    CREATE INDEX shares_by_recipient ON shares (\($0.orderedByRowNumber("recipient")));
    """
  }

  /// Friends are two rows, one for each side. Earlier versions had a row as soon as one side wanted
  /// it; without the other side's row that is an invitation now.
  static let consent = statements {
    """
    CREATE TABLE invitations (
      rider text NOT NULL REFERENCES accounts (id),
      email text NOT NULL,
      invited_at \($0.integer) NOT NULL,
      PRIMARY KEY (rider, email)
    )\($0.tableOptions);
    CREATE INDEX invitations_by_email ON invitations (email);
    CREATE TABLE blocks (
      rider text NOT NULL REFERENCES accounts (id),
      blocked text NOT NULL REFERENCES accounts (id),
      blocked_at \($0.integer) NOT NULL,
      PRIMARY KEY (rider, blocked)
    )\($0.tableOptions);
    CREATE INDEX posts_by_author ON posts (author, created_at);
    INSERT INTO invitations (rider, email, invited_at)
      SELECT friends.rider, accounts.email, friends.added_at
      FROM friends JOIN accounts ON accounts.id = friends.friend
      WHERE NOT EXISTS (SELECT 1 FROM friends AS other
        WHERE other.rider = friends.friend AND other.friend = friends.rider);
    DELETE FROM friends WHERE NOT EXISTS (SELECT 1 FROM friends AS other
      WHERE other.rider = friends.friend AND other.friend = friends.rider);
    DELETE FROM shares WHERE NOT EXISTS (SELECT 1 FROM posts JOIN friends
      ON friends.rider = posts.author AND friends.friend = shares.recipient
      WHERE posts.id = shares.post);
    """
  }

  /// An invitation has the account that it is for, if there is one, and a block the name and the
  /// e-mail that the other had. Earlier versions let riders accept their own invitations.
  static let recipients = statements {
    """
    ALTER TABLE invitations ADD COLUMN recipient text;
    UPDATE invitations SET recipient = (SELECT id FROM accounts
      WHERE accounts.email = invitations.email AND accounts.id <> invitations.rider);
    CREATE INDEX invitations_by_recipient ON invitations (recipient);
    CREATE TABLE declines (
      rider text NOT NULL REFERENCES accounts (id),
      inviter text NOT NULL REFERENCES accounts (id),
      ends_at \($0.integer) NOT NULL,
      PRIMARY KEY (rider, inviter)
    )\($0.tableOptions);
    CREATE INDEX declines_by_inviter ON declines (inviter);
    ALTER TABLE blocks ADD COLUMN name text NOT NULL DEFAULT '';
    ALTER TABLE blocks ADD COLUMN email text NOT NULL DEFAULT '';
    UPDATE blocks SET name = (SELECT name FROM accounts WHERE id = blocks.blocked),
      email = (SELECT email FROM accounts WHERE id = blocks.blocked);
    DELETE FROM shares WHERE recipient = (SELECT author FROM posts WHERE id = shares.post);
    DELETE FROM friends WHERE rider = friend;
    """
  }
}
