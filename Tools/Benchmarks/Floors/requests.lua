-- The requests that wrk sends: "wrk … -s requests.lua URL -- KIND RIDERS", where each line of the file
-- RIDERS is a token, a ride, an e-mail and the request of a ride. Each thread has riders of its own.
local threads = {}
local requests, next_request = {}, 0
local idle, cancellable = {}, {}
local trips = {}
local queries = { "alb", "bel", "cor", "hal", "san", "yar", "zet", "wal" }

function setup(thread)
  thread:set("number", #threads)
  table.insert(threads, thread)
end

local function headers(token, more)
  more = more or {}
  more["Authorization"] = "Bearer " .. token
  return more
end

function init(arguments)
  kind = arguments[1]
  local line_number = 0
  for line in io.lines(arguments[2]) do
    local token, ride, email, trip = line:match("(%S+) (%S+) (%S+) (.+)")
    line_number = line_number + 1
    if kind == "ride" then
      requests[line_number] = wrk.format("GET", "/rides/" .. ride, headers(token))
    elseif kind == "sign-in" then
      local body = '{"email":"' .. email .. '","password":"correct horse"}'
      requests[line_number] = wrk.format("POST", "/sessions", nil, body)
    elseif kind == "position" then
      local body = '{"latitude":-33.8586,"longitude":151.21' .. line_number .. '}'
      requests[line_number] = wrk.format("PUT", "/driver/position", headers(token), body)
    elseif kind == "request" and line_number % tonumber(arguments[3]) == number then
      table.insert(idle, token)
      trips[token] = trip
    end
  end
  if kind == "search" then
    for index, query in ipairs(queries) do
      requests[index] = wrk.format("GET", "/places?limit=10&ranking=match&query=" .. query
        .. "&latitude=-33.86&longitude=151.2")
    end
  elseif kind == "empty" then
    requests[1] = wrk.format("GET", "/")
  end
  next_request = number * 7
  -- Looking at responses costs wrk time, so it only does where the next request depends on them.
  if kind ~= "request" then response = nil end
end

function request()
  if kind ~= "request" then
    next_request = next_request % #requests + 1
    return requests[next_request]
  end
  local ride = table.remove(cancellable)
  if ride then
    local more = { ["X-Request-Id"] = "cancel." .. ride.token }
    return wrk.format("POST", "/rides/" .. ride.id .. "/cancellation", headers(ride.token, more))
  end
  local token = table.remove(idle, 1)
  if not token then return wrk.format("GET", "/healthz") end
  return wrk.format("POST", "/rides", headers(token, { ["X-Request-Id"] = "request." .. token }),
    trips[token])
end

function response(status, fields, body)
  local kind, token = (fields["X-Request-Id"] or ""):match("^(%a+)%.(.+)$")
  if kind == "cancel" then
    table.insert(idle, token)
  elseif kind == "request" and status == 201 then
    table.insert(cancellable, { token = token, id = body:match('"id" *: *"([^"]+)"') })
  elseif kind == "request" then
    table.insert(idle, token)
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %d %d %.0f %.0f %d\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99),
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
