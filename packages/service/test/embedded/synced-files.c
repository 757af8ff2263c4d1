/*
 * What a power cut leaves of the folder FROM: a library that a program loads first (LD_PRELOAD). It copies each file to the same place below
 * TO when the program forces the file to disk, as the file is before that call. Names change at once in both folders.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST 4096

/* The place below TO of a path below FROM; 0 for other paths. */
static int placed(const char *path, char *place) {
  char full[MOST];
  size_t from = strlen(FROM);
  if (path[0] != '/') {
    char folder[MOST];
    if (getcwd(folder, sizeof folder) == NULL) return 0;
    if (snprintf(full, sizeof full, "%s/%s", folder, path) >= (int)sizeof full) return 0;
    path = full;
  }
  if (strncmp(path, FROM, from) != 0 || path[from] != '/') return 0;
  return snprintf(place, MOST, "%s%s", TO, path + from) < MOST;
}

/* Copies the file to a draft beside its place. Returns whether there is one. */
static int draft(int fd, char *place, char *copy) {
  char link[64], path[MOST], buffer[65536];
  struct stat about;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0 || fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) return 0;
  path[length] = 0;
  if (!placed(path, place)) return 0;
  if (snprintf(copy, MOST, "%s.draft-%d", place, getpid()) >= MOST) return 0;
  int in = open(path, O_RDONLY), out = open(copy, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  int done = in >= 0 && out >= 0;
  ssize_t bytes;
  while (done && (bytes = read(in, buffer, sizeof buffer)) > 0) done = write(out, buffer, bytes) == bytes;
  if (in >= 0) close(in);
  if (out >= 0) close(out);
  if (!done) unlink(copy);
  return done;
}

static int synced(int fd, const char *name) {
  int (*real)(int) = dlsym(RTLD_NEXT, name);
  int (*move)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
  char place[MOST], copy[MOST];
  int has = draft(fd, place, copy);
  int result = real(fd), why = errno;
  if (has && result == 0) move(copy, place);
  else if (has) unlink(copy);
  errno = why;
  return result;
}

int fsync(int fd) { return synced(fd, "fsync"); }
int fdatasync(int fd) { return synced(fd, "fdatasync"); }

int rename(const char *from, const char *to) {
  int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
  char old[MOST], new[MOST];
  int result = real(from, to), why = errno;
  if (result == 0 && placed(from, old) && placed(to, new)) real(old, new);
  errno = why;
  return result;
}

int unlink(const char *path) {
  int (*real)(const char *) = dlsym(RTLD_NEXT, "unlink");
  char place[MOST];
  int result = real(path), why = errno;
  if (result == 0 && placed(path, place)) real(place);
  errno = why;
  return result;
}

int mkdir(const char *path, mode_t mode) {
  int (*real)(const char *, mode_t) = dlsym(RTLD_NEXT, "mkdir");
  char place[MOST];
  int result = real(path, mode), why = errno;
  if (result == 0 && placed(path, place)) real(place, mode);
  errno = why;
  return result;
}
