/** The part of the script that deletes expired data, in batches that do not block Redis for long. It uses the functions of `redis-script.ts`. */
export const PRUNING = `
-- Deletes one batch. Returns whether there may be more.
function methods.prune(now_ms, limit)
  local function due(name)
    return call('ZRANGEBYSCORE', key(name), '-inf', now_ms, 'LIMIT', 0, limit)
  end
  local consumed, sessions = due('consumed'), due('sessions')
  for _, hash in ipairs(consumed) do call('ZREM', key('consumed'), hash) end
  for _, id in ipairs(sessions) do forget_session(id) end
  local dead = due('dead')
  for _, subject in ipairs(dead) do
    local last = last_end(subject)
    if last > tonumber(now_ms) then
      -- Users must still learn that they need to reconnect: keep the grant until its last session expires.
      call('ZADD', key('dead'), text(last), subject)
    else
      forget_grant(subject)
    end
  end
  return math.max(#consumed, #sessions, #dead) == tonumber(limit)
end
-- Deletes one batch. Returns whether there may be more. The index only finds candidates: the time in the grant decides.
function methods.pruneUnused(now_ms, since, limit)
  local subjects = call('ZRANGEBYSCORE', key('unused'), '-inf', since, 'LIMIT', 0, limit)
  for _, subject in ipairs(subjects) do
    local row = call('HMGET', key('grant', subject), 'receivedAtMs', 'leaseUntilMs')
    local last = math.max(last_end(subject), tonumber(row[2] or 0))
    if not row[1] then
      call('ZREM', key('unused'), subject)
    elseif tonumber(row[1]) > tonumber(since) then
      note_receipt(subject)
    elseif last > tonumber(now_ms) then
      call('ZADD', key('unused'), text(last - now_ms + since), subject)
    else
      forget_grant(subject)
    end
  end
  return #subjects == tonumber(limit)
end
`;
