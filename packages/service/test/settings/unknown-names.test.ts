import assert from "node:assert/strict";
import { test } from "node:test";
import { refused } from "./refused.ts";

/** Names that are no settings: names that are meant for the service stop its start, names of other programs do not. */

test("a setting in another case stops the start and names the setting", () => {
  for (const name of ["port", "Host", "data_dir", "Database_Url"])
    assert.equal(refused({ [name]: "8080" }), `${name} is not a setting; write ${name.toUpperCase()}.`);
});

test("an unknown name that begins with PASEO_ stops the start and lists the settings", () => {
  for (const name of ["PASEO_CALLBACKS", "PASEO_PORT", "paseo_host"])
    assert.match(refused({ [name]: "1" }), new RegExp(`^${name} is not a setting; the settings are PORT, HOST, `));
});

test("a setting with a slip of the pen stops the start and names the setting", () => {
  for (const [name, meant] of [
    ["PORTT", "PORT"],
    ["HSOT", "HOST"],
    ["DATABASE_ULR", "DATABASE_URL"],
    ["DATABASE_URLS", "DATABASE_URL"],
    ["DATABASEURL", "DATABASE_URL"],
    ["SECRET_KEY", "SECRETS_KEY"],
    ["PUBLIC_URI", "PUBLIC_URL"],
  ])
    assert.equal(refused({ [name!]: "1" }), `${name} is not a setting; write ${meant}, or unset it.`);
});

test("a mail server or database that only variables of other programs name stops the start", () => {
  const SMTP_URL = "smtp://mail.example.com:25";
  assert.match(
    refused({ SMTP_HOST: "mail.example.com", SMTP_PORT: "25" }),
    /^The environment names a mail server by SMTP_HOST, SMTP_PORT, /,
  );
  assert.equal(refused({ SMTP_HOST: "mail.example.com", SMTP_URL }), "");
  assert.equal(refused({ SMTP_PORT: "tcp://10.0.0.7:25", SMTP_SERVICE_HOST: "10.0.0.7" }), "");
  assert.match(refused({ DATABASE_HOST: "db" }), /^The environment names a PostgreSQL server by DATABASE_HOST, /);
});

/** Variables seen in login shells, CI runners, containers and package scripts. None is a setting of ours. */
const usual = `
  PATH HOME HOSTNAME HOSTTYPE SHELL SHLVL SORT PWD OLDPWD USER LOGNAME LANG LANGUAGE LC_ALL TERM TERM_PROGRAM COLORTERM EDITOR
  VISUAL PAGER LESS LS_COLORS MAIL TZ TMPDIR TEMP TMP DISPLAY WAYLAND_DISPLAY XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_DIRS
  XDG_RUNTIME_DIR XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK SSH_CLIENT SSH_CONNECTION SSH_TTY SUDO_USER PS1 IFS
  HISTFILE HISTSIZE INFOPATH MANPATH LINES COLUMNS POSIXLY_CORRECT COST POST PART LOST DATA LOGS LOG LOG_FORMAT LOG_FILE LOG_DIR
  NODE NODE_ENV NODE_OPTIONS NODE_PATH NODE_VERSION YARN_VERSION INIT_CWD npm_config_loglevel npm_config_port npm_package_name
  npm_lifecycle_event npm_execpath npm_node_execpath COREPACK_HOME NVM_DIR VOLTA_HOME DEBUG NO_COLOR FORCE_COLOR
  CI GITHUB_ACTIONS GITHUB_TOKEN GITHUB_WORKSPACE GITHUB_REF GITHUB_SHA RUNNER_OS RUNNER_TEMP GITLAB_CI CI_COMMIT_SHA CI_JOB_ID
  CI_PROJECT_DIR CI_REGISTRY_HOST JENKINS_URL BUILD_ID TEAMCITY_VERSION DOCKER_HOST DOCKER_CONFIG container KUBERNETES_PORT
  KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT_443_TCP POSTGRES_PORT POSTGRES_HOST POSTGRES_PASSWORD
  PGDATA PGPASSWORD PGSSLMODE TEST_DATABASE_URL DB_HOST DB_PORT REDIS_URL REDIS_HOST HOST_UID HOST_GID
  HOST_IP HOST_PWD HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy SSL_CERT_FILE SSL_CERT_DIR HTTP_PORT
  INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET LISTEN_FDS STATE_DIRECTORY LOGS_DIRECTORY MEMORY_PRESSURE_WATCH SYSTEMD_EXEC_PID
  VIRTUAL_ENV PYTHONPATH JAVA_HOME GOPATH CARGO_HOME ANDROID_HOME DENO_DIR BUN_INSTALL VSCODE_PID VSCODE_INJECTION
  __CFBundleIdentifier COMMAND_MODE SECURITYSESSIONID ComSpec SystemRoot windir APPDATA LOCALAPPDATA ProgramFiles OS _
`
  .trim()
  .split(/\s+/);

test("a usual shell, CI or container environment does not stop the start", () => {
  assert.ok(usual.length > 150);
  assert.equal(refused(Object.fromEntries(usual.map((name) => [name, "anything"]))), "");
  assert.equal(refused(process.env as Record<string, string>), "");
});

test("variables that Kubernetes and Docker set for a service called paseo do not stop it", () => {
  const links = {
    PASEO_PORT: "tcp://10.0.0.7:8080",
    PASEO_PORT_8080_TCP: "tcp://10.0.0.7:8080",
    PASEO_PORT_8080_TCP_ADDR: "10.0.0.7",
    PASEO_SERVICE_HOST: "10.0.0.7",
    PASEO_SERVICE_PORT: "8080",
    PASEO_SERVICE_PORT_HTTP: "8080",
  };
  assert.equal(refused(links), "");
});
