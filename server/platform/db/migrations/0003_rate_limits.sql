-- Counters of server/http/limits.ts, in the shape its library asks for. Unlogged: they change with every attempt and may be lost in a crash.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
